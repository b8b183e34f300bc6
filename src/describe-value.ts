import { unlessItThrows } from './unless-it-throws.ts'

/** A longer string is not quoted. If it were cut, it could end with half a token, which would not be redacted. */
const MAX_QUOTED_CHARS = 100

/** Describes a value: `the string "1"`, `the number 1.5`, `null`, `an object`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null || Object(value) === value) return describeType(value)
  if (typeof value !== 'string') return `the ${typeof value} ${String(value)}`
  return value.length > MAX_QUOTED_CHARS
    ? `a string of ${value.length} characters`
    : `the string ${toQuoted(value)}`
}

/** Puts a text in quotes, and escapes what nobody sees, such as the zero-width space of a text that was copied. */
export const toQuoted = (text: string): string =>
  JSON.stringify(text).replace(
    /(?! )[\p{Cf}\p{Zs}\x7f-\x9f]/gu,
    hidden => `\\u{${hidden.codePointAt(0)?.toString(16)}}`,
  )

/** Describes only the type of a value that may be secret. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (value === '') return 'an empty string'
  if (typeof value !== 'object') return `a ${typeof value}`
  const tag = unlessItThrows(() => typeTag(value)) ?? 'Object'
  if (tag === 'Array') return 'an array'
  return tag === 'Object' ? 'an object' : `an object of type ${tag}`
}

/** Returns `Object`, `Array`, `Error`, `Headers` …: what a value is, in every realm. Throws on a revoked Proxy. */
export const typeTag = (value: unknown): string =>
  Object.prototype.toString.call(value).slice('[object '.length, -1)
