/** Quotes any text as one word of a POSIX shell. */
export function quote(text: string): string {
  // A terminal may act on pasted control characters, so they are escaped.
  if (CONTROL.test(text)) return `$'${text.replace(ESCAPED, escapeBytes)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be pasted
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ESCAPED = /[\\'\x00-\x1f\x7f-\x9f]/g

const escapeBytes = (character: string): string => {
  const code = character.charCodeAt(0)
  // Beyond ASCII, each byte of UTF-8 is escaped.
  const bytes = code < 0x80 ? [code] : [...new TextEncoder().encode(character)]
  return bytes.map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
