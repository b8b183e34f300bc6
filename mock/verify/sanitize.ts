import { toPrintable } from '../terminal/printable.ts'

const MAX_CHARS = 300

/** A shorter token is part of ordinary words, and no secret. The client draws the same line. */
const MIN_SECRET_CHARS = 8

/** Makes text from a service fit to print: without the token, printable and not long. */
export function createSanitizer(token: string): (text: string) => string {
  const redact = token.length < MIN_SECRET_CHARS ? (text: string) => text : createRedactor(token)
  return text => {
    const sanitized = toPrintable(redact(text))
    return sanitized.length > MAX_CHARS ? `${sanitized.slice(0, MAX_CHARS)}...` : sanitized
  }
}

function createRedactor(token: string): (text: string) => string {
  const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)]
  const secret = new RegExp(forms.map(form => form.replace(/\W/g, '\\$&')).join('|'), 'gi')
  return text => text.replace(secret, '[token]')
}
