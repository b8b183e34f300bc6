import { toPrintable } from './printable.ts'

const MAX_CHARS = 300

/** Makes text from a service fit to print: without the token, printable and not long. */
export function createSanitizer(token: string): (text: string) => string {
  const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)]
  const secret = new RegExp(forms.map(form => form.replace(/\W/g, '\\$&')).join('|'), 'gi')
  return text => {
    const sanitized = toPrintable(text.replace(secret, '[token]'))
    return sanitized.length > MAX_CHARS ? `${sanitized.slice(0, MAX_CHARS)}...` : sanitized
  }
}
