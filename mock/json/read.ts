import { type ParseOptions, parse } from 'lossless-json'
import { checkDepth } from './depth.ts'
import { hasInexactNumber } from './inexact.ts'
import { parseNumber } from './parse-number.ts'
import { MAX_WRITTEN_DEPTH } from './write.ts'

/** May be ignored (RFC 8259, section 8.1). */
export const BYTE_ORDER_MARK: RegExp = /^\ufeff/

/**
 * Parses JSON (RFC 8259) without losing a digit: an integer becomes a number if safe, otherwise a bigint. If
 * the text is invalid or nested deeper than `maxDepth`, throws a `SyntaxError` that names the position, in
 * the same words on every engine.
 */
export function readJson(text: string, maxDepth: number = MAX_WRITTEN_DEPTH): unknown {
  checkDepth(text, maxDepth)
  try {
    return parseExactly(text)
  } catch {
    // Its message depends on the engine.
  }
  try {
    parse(text, null, { parseNumber: () => 0, onDuplicateKey: () => 0 })
    throw new SyntaxError('It is not JSON')
  } catch (error) {
    const { message } = error as SyntaxError
    // It may quote a line break, or half of a character.
    throw new SyntaxError(message.replace(/\p{Cc}|\p{Cs}/gu, escapeCharacter))
  }
}

/**
 * As `readJson`, of any depth. The message of its `SyntaxError` depends on the engine. Numbers in a text that is nested
 * deeper than the engine's stack allows, thousands of levels, are rounded as `JSON.parse` rounds them.
 */
export function parseExactly(text: string): unknown {
  if (!hasInexactNumber(text)) return JSON.parse(text)
  try {
    return parse(text, null, EXACT)
  } catch (error) {
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/** Of a name that is there twice, the last value counts, as in `JSON.parse`. */
const EXACT: ParseOptions = { parseNumber, onDuplicateKey: ({ newValue }) => newValue }

const escapeCharacter = (character: string) => JSON.stringify(character).slice(1, -1)
