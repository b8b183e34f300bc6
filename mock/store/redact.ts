const REDACTED = '[redacted]'

/** Redacts the query parameter that RFC 6750, section 2.3, has for a token. */
export const redactUrl = (url: string): string =>
  url.replace(/([?&]access_token=)[^&#]*/gi, `$1${REDACTED}`)

/** Headers by their names in lower case; of credentials only the scheme is kept. */
export function redactHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const redacted = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const scheme = key.endsWith('cookie') ? '' : (/^[\w-]+ +(?=\S)/.exec(value)?.[0] ?? '')
    const text = SECRET.has(key) ? scheme + REDACTED : value
    const previous = redacted.get(key)
    redacted.set(key, previous === undefined ? text : `${previous}, ${text}`)
  }
  return Object.fromEntries(redacted)
}

const SECRET = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])
