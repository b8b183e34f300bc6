/**
 * Control characters (C0 and C1), which a terminal obeys; marks that change the direction of text, so
 * that a line reads as another; and the line ends of Unicode. Written as ranges, not as properties of
 * Unicode, since every line of the log is searched for them.
 */
const RANGES = '\\0-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'

const ANY = new RegExp(`[${RANGES}]`)
const EACH = new RegExp(`[${RANGES}]`, 'g')

/** Text from outside, fit for a terminal: it must not control one. */
export const toPrintable = (text: string): string =>
  ANY.test(text) ? text.replace(EACH, '?') : text

/** JSON on one line, with the same characters escaped. `JSON.stringify` escapes C0 alone. */
export const toPrintableJson = (json: string): string =>
  ANY.test(json) ? json.replace(EACH, escapeControl) : json

const escapeControl = (control: string) =>
  `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
