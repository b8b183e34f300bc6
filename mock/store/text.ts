/** How many characters of a text are kept that is shown as text. */
export const MAX_TEXT_CHARS = 4_096

/** A text as it is kept and shown: what is cut off is marked. */
export function cutText(text: string, limit: number = MAX_TEXT_CHARS): string {
  if (text.length <= limit) return text
  return `${copy(text.slice(0, limit))}… (${text.length} characters)`
}

/** A part of a text may keep the whole of it in memory, but a parsed text is one of its own. */
const copy = (text: string): string => JSON.parse(JSON.stringify(text))
