import { readExactly } from './read-exactly.ts'

/** A number that JSON.parse might not read digit for digit, or may read as -0. */
const INEXACT = /\d{16}|\d[.eE]|-0/

/**
 * Reads JSON without losing a digit: an integer is a number where that is safe, else a bigint.
 * Throws a `SyntaxError` that names the position.
 */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return INEXACT.test(text) ? readExactly(text) : value
  } catch {
    return readExactly(text) // which says where, in the same words on every engine
  }
}

/** Bodies may be nested deeper than `JSON.stringify` can follow. */
const DEEPEST = 500

const { rawJSON } = JSON as { rawJSON?: (source: string) => unknown }

/**
 * A value that `JSON.stringify` takes: a bigint becomes an integer literal (a string of digits where
 * the runtime has no `JSON.rawJSON`: Node 20), and what lies too deep is left out.
 */
export function writable(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return rawJSON?.(String(value)) ?? String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return '[nested deeper]'
  if (Array.isArray(value)) return value.map(item => writable(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, writable(part, depth + 1)]),
  )
}
