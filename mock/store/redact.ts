const REDACTED = '[redacted]'

/** Redacts the query parameter that RFC 6750, section 2.3, has for a token. */
export const redactUrl = (url: string): string =>
  url.replace(/([?&;#]access(?:_|%5f)token=)[^&;#]*/gi, `$1${REDACTED}`)

/** Of credentials only the scheme is kept. Names are in lower case. */
export function redactHeaders(headers: Iterable<readonly [string, string]>): Map<string, string> {
  const redacted = new Map(headers)
  for (const name of SECRET) {
    const value = redacted.get(name)
    if (value !== undefined) redacted.set(name, redact(name, value))
  }
  return redacted
}

function redact(name: string, value: string): string {
  const scheme = name.endsWith('cookie') ? '' : (/^[\w-]+ +(?=\S)/.exec(value)?.[0] ?? '')
  return scheme + REDACTED
}

const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie']
