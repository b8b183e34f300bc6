import { unlessItThrows } from './unless-it-throws.ts'

/** A message quotes at most this many characters of a string. */
const MAX_QUOTED_CHARS = 100

/** Describes a value: `the string "1"`, `the number 1.5`, `null`, `a value of type object`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null || Object(value) === value) return describeType(value)
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_QUOTED_CHARS)) : value
  return `the ${typeof value} ${String(text)}`
}

/** Describes only the type of a value that may be secret. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  const isArray = unlessItThrows(() => Array.isArray(value)) // throws on a revoked Proxy
  return isArray ? 'an array' : `a value of type ${typeof value}`
}
