import { parseJson } from './parse.ts'

/** Finds numbers that `JSON.parse` might round, or might read as -0. */
const INEXACT = /\d{16}|\d[.eE]|-0/

/**
 * Parses JSON without losing a digit: an integer is a number if safe, otherwise a bigint. Throws a
 * `SyntaxError` that names the position, in the same words on every engine.
 */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return INEXACT.test(text) ? parseJson(text) : value
  } catch {
    return parseJson(text)
  }
}
