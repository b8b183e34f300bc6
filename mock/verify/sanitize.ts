import type { Outcome } from '../contract/response.ts'
import { toPrintable } from '../terminal/printable.ts'

const MAX_CHARS = 300
const MAX_BODY_CHARS = 200

/** Makes text from a service, whose secrets are hidden already, fit to print: not long, and printable. */
export function sanitize(text: string, max: number = MAX_CHARS): string {
  const printable = toPrintable(text.slice(0, max + 1))
  return printable.length > max ? `${printable.slice(0, max)}...` : printable
}

/** The start of a body, on one line. */
export const sanitizeBody = ({ body }: Outcome): string =>
  sanitize(
    body
      .trim()
      .slice(0, MAX_BODY_CHARS * 2)
      .split('\n')
      .map(line => line.trim())
      .join(' '),
    MAX_BODY_CHARS,
  )
