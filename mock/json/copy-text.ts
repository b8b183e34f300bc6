import { cut } from './cut.ts'

/**
 * Copies at most the first `maxChars` characters of a text. A part that is merely cut out of a text, or a text
 * that was joined from pieces, can keep the whole or the pieces in memory.
 */
export const copyText = (text: string, maxChars: number = Infinity): string =>
  JSON.parse(JSON.stringify(cut(text, maxChars)))
