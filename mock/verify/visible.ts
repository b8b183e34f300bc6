/** Writes characters of JSON that nobody sees as escapes. The JSON keeps its meaning, and fits on a line. */
export const escapeInvisible = (json: string): string =>
  json.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, toEscapes)

/** Also marks that join the character before, and other spaces: two texts that differ look different. */
export const escapeLookalikes = (json: string): string =>
  escapeInvisible(json).replace(/\p{M}|(?! )\p{Zs}/gu, toEscapes)

const toEscapes = (character: string) =>
  Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16)
    return `\\u${code.padStart(4, '0')}`
  }).join('')
