/** A text as one word of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
  // A terminal may act on control characters that are pasted, so they go in as escapes.
  if (CONTROL.test(text)) return `$'${text.replace(ESCAPED, escaped)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that must not be pasted
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ESCAPED = /[\\'\x00-\x1f\x7f-\x9f]/g

const escaped = (character: string): string => {
  const code = character.charCodeAt(0)
  // What is beyond ASCII is escaped byte by byte, as UTF-8.
  const bytes = code < 0x80 ? [code] : [...new TextEncoder().encode(character)]
  return bytes.map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
