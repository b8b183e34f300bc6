import { parse } from 'lossless-json'
import { checkDepth } from './depth.ts'
import { readExactly } from './read-exactly.ts'
import { MAX_WRITTEN_DEPTH } from './write.ts'

/** Finds numbers that `JSON.parse` might round, or might read as -0. A double holds 15 digits. */
const INEXACT = /\d[eE]|[\d.]{16}|-0/

/** Strings often contain such numbers: a time, an address. */
const hasInexactNumber = (json: string) =>
  INEXACT.test(json) && INEXACT.test(json.replace(STRING, '""'))

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/**
 * Parses JSON (RFC 8259) without losing a digit: an integer becomes a number if safe, otherwise a bigint. If
 * the text is invalid or nested deeper than `maxDepth`, throws a `SyntaxError` that names the position, in
 * the same words on every engine.
 */
export function readJson(text: string, maxDepth: number = MAX_WRITTEN_DEPTH): unknown {
  checkDepth(text, maxDepth)
  try {
    const value: unknown = JSON.parse(text)
    return hasInexactNumber(text) ? readExactly(text) : value
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

const escapeCharacter = (character: string) => JSON.stringify(character).slice(1, -1)
