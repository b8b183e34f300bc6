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
  if (Array.isArray(value)) {
    const items = value.map(child => write(child, indent, inner, depth + 1) ?? 'null')
    return items.length > 0 ? `[${inner}${items.join(`,${inner}`)}${newLine}]` : '[]'
  }
  const members: string[] = []
  for (const [name, child] of Object.entries(value)) {
    const text = write(child, indent, inner, depth + 1)
    if (text !== undefined) members.push(JSON.stringify(name) + (indent ? ': ' : ':') + text)
  }
  return members.length > 0 ? `{${inner}${members.join(`,${inner}`)}${newLine}}` : '{}'
}

const { rawJSON } = JSON as { rawJSON?: (source: string) => unknown }

/**
 * Copies a value for `JSON.stringify`: a bigint becomes an integer literal (a string of digits on runtimes
 * without `JSON.rawJSON`, such as Node 20: https://web-platform-dx.github.io/web-features-explorer/features/json-raw/).
 */
export function toStringifiable(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON?.(String(value)) ?? String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toStringifiable)
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, toStringifiable(child)]),
  )
}
