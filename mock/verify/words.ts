// Words that judgements and reports share.

/** How many, with the noun: "1 request", "2 requests". */
export const count = (items: number | readonly unknown[], noun: string): string => {
  const number = typeof items === 'number' ? items : items.length
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const MAX_LISTED = 6

/** A list ends at an item. */
export function listSome(items: readonly string[]): string {
  const listed = items.slice(0, MAX_LISTED)
  const rest = items.length - listed.length
  return listed.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Texts as sentences. */
export const sentences = (...parts: readonly string[]): string =>
  parts.filter(part => part !== '').join('. ')
