/** Control characters but tab and line ends, and marks that change the direction of text. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text from outside as it is, not as a direction mark makes it look: such characters are shown as `\u202e`. */
export const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
