/** Well above the maximum nesting of input (see depth.ts), and far below what exhausts the stack. */
export const MAX_WRITTEN_DEPTH = 500

/**
 * Writes JSON with each bigint as an integer literal, digit for digit, on every runtime. Throws a
 * `TypeError` if the value is circular or nested deeper than 500 levels.
 *
 * @example
 * ```ts
 * writeJson({ id: 9007199254740993n }) // {"id":9007199254740993}
 * ```
 */
export function writeJson(value: unknown, indent = ''): string {
  return write(value, indent, indent && '\n', 0) ?? 'null'
}

/** A plant may have a property `toJSON` that is not a function. */
const hasToJson = (value: object) => 'toJSON' in value && typeof value.toJSON === 'function'

/** Returns undefined for values that JSON cannot express, as `JSON.stringify` does. */
function write(value: unknown, indent: string, newLine: string, depth: number): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || hasToJson(value)) return JSON.stringify(value)
  if (depth > MAX_WRITTEN_DEPTH)
    throw new TypeError(`cannot be written as JSON: nested deeper than ${MAX_WRITTEN_DEPTH} levels`)

  const inner = newLine + indent
  const writeChild = (child: unknown) => write(child, indent, inner, depth + 1)
  const enclose = (open: string, parts: string[], close: string) =>
    parts.length > 0 ? open + inner + parts.join(`,${inner}`) + newLine + close : open + close

  if (Array.isArray(value)) {
    const parts = value.map(child => writeChild(child) ?? 'null')
    return enclose('[', parts, ']')
  }
  const colon = indent ? ': ' : ':'
  const parts: string[] = []
  for (const [name, child] of Object.entries(value)) {
    const text = writeChild(child)
    if (text !== undefined) parts.push(JSON.stringify(name) + colon + text)
  }
  return enclose('{', parts, '}')
}

const { rawJSON } = JSON as { rawJSON?: (source: string) => unknown }

/**
 * Copies a value for `JSON.stringify`: a bigint becomes an integer literal (a string of digits on runtimes
 * without `JSON.rawJSON`, such as Node 20).
 */
export function toStringifiable(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON?.(String(value)) ?? String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toStringifiable)
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, toStringifiable(child)]),
  )
}
