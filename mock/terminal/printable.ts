/**
 * Characters that a terminal obeys (C0 and C1), marks that change the direction of text, so that a line
 * reads as another, and the line ends of Unicode.
 */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Text from outside, made safe for a terminal on one line. */
export const toPrintable = (text: string): string => text.replace(CONTROLS, '?')

/** Escapes the same characters as JSON does. JSON itself means the same afterwards. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, control => SHORT[control] ?? `\\u${hex(control)}`)

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')
