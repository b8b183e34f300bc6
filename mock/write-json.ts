/**
 * Writes JSON with each bigint as an integer literal, digit for digit, on every runtime. Throws a
 * `TypeError` where the value is circular or nested deeper than 500 levels, which few readers follow.
 *
 * @example
 * ```ts
 * writeJson({ id: 9007199254740993n }) // {"id":9007199254740993}
 * ```
 */
export function writeJson(value: unknown, indent = ''): string {
  return write(value, indent, indent && '\n', 0) ?? 'null'
}

const DEEPEST = 500

/** Gives undefined for what JSON has no word for, as JSON.stringify does. */
function write(value: unknown, indent: string, newLine: string, depth: number): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value)
  if (depth > DEEPEST)
    throw new TypeError(`cannot be written as JSON: nested deeper than ${DEEPEST} levels`)

  const inner = newLine + indent
  const part = (child: unknown) => write(child, indent, inner, depth + 1)
  const enclosed = (open: string, parts: string[], close: string) =>
    parts.length > 0 ? open + inner + parts.join(`,${inner}`) + newLine + close : open + close

  if (Array.isArray(value)) {
    const parts = value.map(child => part(child) ?? 'null')
    return enclosed('[', parts, ']')
  }
  const colon = indent ? ': ' : ':'
  const parts = Object.entries(value).flatMap(([name, child]) => {
    const text = part(child)
    return text === undefined ? [] : [JSON.stringify(name) + colon + text]
  })
  return enclosed('{', parts, '}')
}
