import type { ReceivedResponse } from '../contract/response.ts'
import { toPrintable } from '../terminal/printable.ts'

const MAX_CHARS = 300
const MAX_BODY_CHARS = 200

/** What is kept of the end of a text: the reason, where a statement of SQL comes first. */
const END_CHARS = 100

/** Makes text from a service, whose secrets are hidden already, fit to print: not long, and printable. */
export function sanitize(text: string): string {
  if (text.length <= MAX_CHARS) return toPrintable(text)
  return `${toPrintable(text.slice(0, MAX_CHARS - END_CHARS))}...${toPrintable(text.slice(-END_CHARS))}`
}

/** The start of a body, on one line. */
export function sanitizeBody({ body }: ReceivedResponse): string {
  const start = body.trim().slice(0, MAX_BODY_CHARS * 2)
  const text = start.replace(/\s*\n\s*/g, ' ')
  return toPrintable(text.slice(0, MAX_BODY_CHARS)) + (text.length > MAX_BODY_CHARS ? '...' : '')
}
