import { typeTag } from './describe-value.ts'

/**
 * Copies what JSON.stringify would write of a value: own enumerable properties, or what `toJSON` returns, which is
 * called once, and of `new String('Hoya')` the string. Bigints stay as they are.
 */
export function toPlainData(given: unknown, name: string | number = ''): unknown {
  const { toJSON } = Object(given)
  const hasToJson = typeof toJSON === 'function' && Object(given) === given
  const value = hasToJson ? toJSON.call(given, String(name)) : given
  if (typeof value !== 'object' || value === null) return value
  if (/^(String|Number|Boolean)$/.test(typeTag(value))) return value.valueOf()
  if (Array.isArray(value)) return Array.from(value, toPlainData)
  const entries = Object.entries(value).map(([key, part]) => [key, toPlainData(part, key)])
  return Object.fromEntries(entries)
}

/**
 * Writes plain data as JSON, or returns undefined if JSON cannot express it. A bigint becomes an integer
 * literal, digit for digit. Avoids `JSON.rawJSON`, which older runtimes lack (before Node 21, Safari 18.4, Firefox 135):
 * https://web-platform-dx.github.io/web-features-explorer/features/json-raw/
 */
export function toJson(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(item => toJson(item) ?? 'null').join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members: string[] = []
  for (const [name, part] of Object.entries(value)) {
    const json = toJson(part)
    if (json !== undefined) members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${members.join()}}`
}
