import { endOfString, QUOTE } from './depth.ts'
import { MAX_DOUBLE_CHARS } from './parse-number.ts'

/**
 * Whether valid JSON may have a number that `JSON.parse` rounds. Patterns would take a tenth of a second for a million
 * digits.
 */
export function hasInexactNumber(json: string): boolean {
  let length = 0
  for (let position = 0; position < json.length; position++) {
    const code = json.charCodeAt(position)
    if ((code >= ZERO && code <= NINE) || code === POINT) {
      if (++length > MAX_DOUBLE_CHARS) return true
    } else {
      if (length > 0 && (code === EXPONENT || code === CAPITAL_EXPONENT)) return true
      if (code === QUOTE) position = endOfString(json, position)
      length = 0
    }
  }
  return false
}

const POINT = 0x2e // .
const ZERO = 0x30 // 0
const NINE = 0x39 // 9
const CAPITAL_EXPONENT = 0x45 // E
const EXPONENT = 0x65 // e
