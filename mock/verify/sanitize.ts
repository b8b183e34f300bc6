import type { Outcome } from '../contract/response.ts'
import { toPrintable } from '../terminal/printable.ts'

const MAX_CHARS = 300
const MAX_BODY_CHARS = 200

/** Shorter tokens are not redacted: replacing them would garble ordinary words. The client draws the same line. */
const MIN_SECRET_CHARS = 8

/** Makes text from a service fit to print: without the token, printable and not long. */
export type Sanitize = (text: string, max?: number) => string

export function createSanitizer(token: string): Sanitize {
  const redact = token.length < MIN_SECRET_CHARS ? (text: string) => text : createRedactor(token)
  return (text, max = MAX_CHARS) => {
    const sanitized = toPrintable(redact(text))
    return sanitized.length > max ? `${sanitized.slice(0, max)}...` : sanitized
  }
}

/** The start of a body, on one line. */
export const sanitizeBody = ({ body }: Outcome, sanitize: Sanitize): string =>
  sanitize(body.trim().replace(/\s*\n\s*/g, ' '), MAX_BODY_CHARS)

/** Each character of the token may be as it is, or escaped as in JSON or in a URL. */
function createRedactor(token: string): (text: string) => string {
  const characters = [...token].map(character => {
    const hex = character.charCodeAt(0).toString(16)
    return `(?:\\\\?${character.replace(/\W/g, '\\$&')}|\\\\u00${hex}|%${hex})`
  })
  const secret = new RegExp(characters.join(''), 'gi')
  return text => text.replace(secret, '[token]')
}
