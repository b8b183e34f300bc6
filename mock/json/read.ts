import { isDeeperThan } from './depth.ts'
import { parseJson } from './parse.ts'

/** Finds numbers that `JSON.parse` might round, or might read as -0. */
const INEXACT = /\b(?:\d+[.eE]|\d{16})|-0/

/**
 * Parses JSON without losing a digit: an integer becomes a number if safe, otherwise a bigint. If the text
 * is invalid or nested deeper than `maxDepth`, throws a `SyntaxError` that names the position, in the same
 * words on every engine.
 */
export function readJson(text: string, maxDepth: number = Number.POSITIVE_INFINITY): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return parseJson(text, { maxDepth })
  }
  const isExact = !INEXACT.test(text)
  // Each level takes two characters, so a short text cannot be deep.
  const isShallow = text.length <= 2 * maxDepth || !isDeeperThan(maxDepth, text)
  return isExact && isShallow ? value : parseJson(text, { maxDepth })
}
