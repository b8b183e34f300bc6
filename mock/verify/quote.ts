// Texts of a service as they are printed: without secrets, without what controls a terminal, and not long.
import { describeRefusal } from '../contract/refusal.ts'
import type { Hide, ReceivedResponse } from '../contract/response.ts'
import { toPrintable } from '../terminal/printable.ts'
import { NoResponse, type Result } from './run/result.ts'

const MAX_CHARS = 300
const MAX_BODY_CHARS = 200

/** What is kept of the end of a text: the reason, where a statement of SQL comes first. */
const END_CHARS = 100

export interface Quote {
  text(text: string): string
  /** The reason of a refusal, or what happened in place of a response. */
  came(response: Result['response']): string
  /** The start of a body, on one line. */
  body(response: ReceivedResponse): string
  /** Hides secrets in what is put into words. */
  hide: Hide
}

/** Secrets are hidden before a text is cut, since a part of one is one too. */
export function createQuote(hide: Hide): Quote {
  const quoteText = (whole: string) => {
    const text = hide.text(whole)
    if (text.length <= MAX_CHARS) return toPrintable(text)
    return `${toPrintable(text.slice(0, MAX_CHARS - END_CHARS))}...${toPrintable(text.slice(-END_CHARS))}`
  }
  return {
    hide,
    text: quoteText,
    came: response =>
      quoteText(response instanceof NoResponse ? response.came : describeRefusal(response, hide)),
    body({ body }) {
      const start = hide
        .text(body)
        .trim()
        .slice(0, MAX_BODY_CHARS * 2)
      const text = start.replace(/\s*\n\s*/g, ' ')
      return (
        toPrintable(text.slice(0, MAX_BODY_CHARS)) + (text.length > MAX_BODY_CHARS ? '...' : '')
      )
    },
  }
}
