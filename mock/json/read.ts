import { isDeeperThan } from './depth.ts'
import { parseJson } from './parse.ts'

/** Finds numbers that `JSON.parse` might round, or might read as -0. */
const INEXACT = /\b(?:\d+[.eE]|\d{16})|-0/

/**
 * Parses JSON without losing a digit: an integer is a number if safe, otherwise a bigint. Throws a
 * `SyntaxError` that names the position, in the same words on every engine; also if arrays and objects
 * are nested deeper than `maxDepth`.
 */
export function readJson(text: string, maxDepth: number = Number.POSITIVE_INFINITY): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return parseJson(text, { maxDepth })
  }
  const isExact = !INEXACT.test(text)
  // Each level takes two characters, so a short text is not deep.
  const isShallow = text.length <= 2 * maxDepth || !isDeeperThan(maxDepth, text)
  return isExact && isShallow ? value : parseJson(text, { maxDepth })
}
