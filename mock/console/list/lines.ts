// The lines of the list, of which neighbours without a request are taken together.

/** A request, a heading, or requests that are not kept. */
export interface Line<Entry> {
  readonly key: string
  entry: Entry | undefined
  /** What began here. */
  readonly heading?: string
  /** How many requests are not kept here. */
  missing: number
  /** Lines are in the order of their requests' arrival. */
  readonly order: number
  /** How many requests had ended when this one had. */
  end: number
  /** Its place among the listed lines. */
  index: number
  /** Whether the filter has found it. It stays listed then, whatever becomes of it. */
  isFound: boolean
}

/** Lines as they are drawn. Neighbours without a request are one block. */
export interface Place<Entry> {
  readonly line: Line<Entry>
  readonly index: number
  readonly length: number
  readonly missing: number
}

export const toLine = <Entry>(key: string, order: number): Line<Entry> => ({
  key,
  entry: undefined,
  missing: 0,
  order,
  end: 0,
  index: -1,
  isFound: false,
})

/** Neighbours without a request become one, and those below a heading a part of it. */
export function compact<Entry>(all: readonly Line<Entry>[]): Line<Entry>[] {
  const lines: Line<Entry>[] = []
  for (const line of all) {
    const last = lines.at(-1)
    if (line.entry || line.heading !== undefined) lines.push(line)
    else if (last && !last.entry) last.missing += line.missing
    else if (line.missing > 0) lines.push(line)
  }
  return lines
}

/** What stands at some of the places: neighbours without a request are one block. */
export function toPlaces<Entry>(
  listed: readonly Line<Entry>[],
  from: number,
  to: number,
): Place<Entry>[] {
  const isEmpty = (index: number) => {
    const line = listed[index]
    return line !== undefined && !line.entry && line.heading === undefined
  }
  const places: Place<Entry>[] = []
  let index = Math.max(0, from)
  while (isEmpty(index) && isEmpty(index - 1)) index--
  while (index < Math.min(to, listed.length)) {
    let end = index + 1
    if (isEmpty(index)) while (isEmpty(end)) end++
    const lines = listed.slice(index, end)
    const missing = lines.reduce((sum, line) => sum + line.missing, 0)
    places.push({ line: lines[0] as Line<Entry>, index, length: lines.length, missing })
    index = end
  }
  return places
}
