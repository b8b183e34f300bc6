import { parse } from 'lossless-json'
import { checkDepth } from './depth.ts'
import { hasInexactNumber } from './inexact.ts'
import { readExactly } from './read-exactly.ts'
import { MAX_WRITTEN_DEPTH } from './write.ts'

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

/** As `readJson`, of any depth. The message of its `SyntaxError` depends on the engine. */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return hasInexactNumber(text) ? readExactly(text) : value
}

const escapeCharacter = (character: string) => JSON.stringify(character).slice(1, -1)
