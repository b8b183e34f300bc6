// Texts of a service as they are printed: without secrets, without what controls a terminal, and not long.
import { ReadResponse, type ReceivedResponse } from '../contract/response.ts'
import { toPrintable } from '../terminal/printable.ts'

const MAX_CHARS = 300
const MAX_BODY_CHARS = 200

/** What is kept of the end of a text: the reason, where a statement of SQL comes first. */
const END_CHARS = 100

export interface Quote {
  text(text: string): string
  /** The start of a body, on one line. */
  body(response: ReceivedResponse): string
  /** A response whose secrets are hidden, from which words are taken. It is never judged. */
  response(response: ReceivedResponse): ReadResponse
}

/** Secrets are hidden before a text is cut, since a part of one is one too. */
export function createQuote(redact: (text: string) => string): Quote {
  return {
    text(whole) {
      const text = redact(whole)
      if (text.length <= MAX_CHARS) return toPrintable(text)
      return `${toPrintable(text.slice(0, MAX_CHARS - END_CHARS))}...${toPrintable(text.slice(-END_CHARS))}`
    },
    body({ body }) {
      const start = redact(body)
        .trim()
        .slice(0, MAX_BODY_CHARS * 2)
      const text = start.replace(/\s*\n\s*/g, ' ')
      return (
        toPrintable(text.slice(0, MAX_BODY_CHARS)) + (text.length > MAX_BODY_CHARS ? '...' : '')
      )
    },
    response: ({ status, headers, body }) =>
      new ReadResponse({
        status,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, redact(value)]),
        ),
        body: redact(body),
      }),
  }
}
