/** Escapes invisible characters of JSON, noncharacters and lone surrogates. The JSON keeps its meaning and fits on a line. */
export const escapeInvisible = (json: string): string =>
  json.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu, toEscapes)

/** Also other spaces, marks and forms of characters: two texts that differ look different. */
export const escapeLookalikes = (json: string): string =>
  escapeInvisible(json).replace(/[^ -~]/gu, character =>
    /[\p{M}\p{Zs}]/u.test(character) || character.normalize('NFKC') !== character
      ? toEscapes(character)
      : character,
  )

const toEscapes = (character: string) =>
  Array.from({ length: character.length }, (_, index) => {
    const code = character.charCodeAt(index).toString(16)
    return `\\u${code.padStart(4, '0')}`
  }).join('')
