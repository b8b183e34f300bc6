import { parse } from 'lossless-json'
import { checkDepth } from './depth.ts'
import { parseNumber } from './parse-number.ts'
import { MAX_WRITTEN_DEPTH } from './write.ts'

/** Finds numbers that `JSON.parse` might round, or might read as -0. */
const INEXACT = /\b(?:\d+[.eE]|\d{16})|-0/

/**
 * Parses JSON (RFC 8259) without losing a digit: an integer becomes a number if safe, otherwise a bigint. If
 * the text is invalid or nested deeper than `maxDepth`, throws a `SyntaxError` that names the position, in
 * the same words on every engine.
 */
export function readJson(text: string, maxDepth: number = MAX_WRITTEN_DEPTH): unknown {
  checkDepth(text, maxDepth)
  try {
    const value: unknown = JSON.parse(text)
    if (!INEXACT.test(text)) return value
  } catch {
    // Its message depends on the engine.
  }
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue })
  } catch (error) {
    const { message } = error as SyntaxError
    throw new SyntaxError(message.replace(/\p{Cc}/gu, escapeControl)) // it may quote a line break
  }
}

const escapeControl = (character: string) => JSON.stringify(character).slice(1, -1)
