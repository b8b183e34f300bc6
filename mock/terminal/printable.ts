/**
 * Characters that a terminal obeys (C0 and C1), Unicode line ends, and marks that change the direction of
 * text, so that one line reads as another; and halves of characters, which UTF-8 cannot express.
 */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu

/** Makes text from outside safe for a terminal, on one line. */
export const toPrintable = (text: string): string => text.replace(CONTROLS, '?')

/** Escapes the same characters as JSON does. JSON itself keeps its meaning. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, control => SHORT[control] ?? `\\u${hex(control)}`)

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')
