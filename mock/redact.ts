const REDACTED = '[redacted]'

/** The one parameter that RFC 6750 (section 2.3) has for a token. */
export const redactedUrl = (url: string): string =>
  url.replace(/([?&]access_token=)[^&#]*/gi, `$1${REDACTED}`)

/** Headers by their names in lower case; of credentials only the scheme is shown. */
export function redactedHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  const shown = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const scheme = key === 'cookie' ? '' : (/^[\w-]+ +(?=\S)/.exec(value)?.[0] ?? '')
    const text = SECRET.test(key) ? scheme + REDACTED : value
    const before = shown.get(key)
    shown.set(key, before === undefined ? text : `${before}, ${text}`)
  }
  return Object.fromEntries(shown)
}

const SECRET = /^(authorization|proxy-authorization|cookie)$/
