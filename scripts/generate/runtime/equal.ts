/**
 * Whether a JSON value equals one of the contract. 1 and 1n are the same number. It goes no deeper than
 * `expected`, whatever `value` is.
 */
export function isEqual(value: unknown, expected: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: it compares a number with a bigint exactly
  if (isNumeric(expected)) return isNumeric(value) && value == expected
  if (typeof value !== 'object' || typeof expected !== 'object') return value === expected
  if (value === null || expected === null) return value === expected
  if (Array.isArray(value) !== Array.isArray(expected)) return false
  const theirs = new Map(Object.entries(value))
  const ours = Object.entries(expected)
  return (
    theirs.size === ours.length &&
    ours.every(([name, part]) => theirs.has(name) && isEqual(theirs.get(name), part))
  )
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Whether two items are equal. It takes time in proportion to their length, and no stack. */
export function hasDuplicates(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size < items.length
}

/** A piece of text among the values that are still to be written. */
class Text {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The same text for equal values: names in order, and one form for each number. */
function canonical(value: unknown): string {
  let text = ''
  const todo: unknown[] = [value] // the last one is written next
  while (todo.length > 0) {
    const next = todo.pop()
    if (next instanceof Text) text += next.text
    else if (Array.isArray(next)) {
      todo.push(new Text(']'))
      for (let index = next.length - 1; index >= 0; index--) todo.push(new Text(','), next[index])
      text += '['
    } else if (typeof next === 'object' && next !== null) {
      todo.push(new Text('}'))
      for (const [name, part] of Object.entries(next).sort(byName).reverse())
        todo.push(new Text(','), part, new Text(`${JSON.stringify(name)}:`))
      text += '{'
    } else text += isNumeric(next) ? numberText(next) : JSON.stringify(next)
  }
  return text
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

const numberText = (number: number | bigint) =>
  String(Number.isInteger(number) ? BigInt(number) : number)
