/**
 * Control characters (C0 and C1), which a terminal obeys; marks that change the direction of text, so
 * that a line reads as another; and the line ends of Unicode.
 */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Text from outside, fit for a terminal: it must not control one. */
export const toPrintable = (text: string): string => text.replace(CONTROLS, '?')

/** JSON on one line, with the same characters escaped. `JSON.stringify` escapes C0 alone. */
export const toPrintableJson = (json: string): string =>
  json.replace(CONTROLS, control => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)
