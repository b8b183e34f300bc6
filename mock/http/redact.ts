/** What stands in place of a credential. */
export const REDACTED = '[redacted]'

/** Redacts a user name with its password, and the query parameter of RFC 6750, section 2.3. */
export const redactUrl = (url: string): string =>
  url
    .replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, `$1${REDACTED}@`)
    .replace(/([?&;#])([^=?&;#]*)=[^&;#]*/g, (parameter, separator: string, name: string) =>
      isTokenName(name) ? `${separator}${name}=${REDACTED}` : parameter,
    )

/** Any of its characters may be percent-encoded. */
const isTokenName = (name: string) =>
  name
    .replace(/%([0-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase() === 'access_token'

/** Redacts credentials except for their scheme. Names are in lower case. */
export function redactHeaders(headers: Iterable<readonly [string, string]>): Map<string, string> {
  const redacted = new Map(headers)
  for (const name of SECRET) {
    const value = redacted.get(name)
    if (value !== undefined) redacted.set(name, redact(name, value))
  }
  const host = redacted.get('host')
  if (host?.includes('@')) redacted.set('host', redactHost(host))
  const referer = redacted.get('referer')
  if (referer !== undefined) redacted.set('referer', redactUrl(referer))
  return redacted
}

/** Redacts a user name with its password, which no `Host` may have. */
export const redactHost = (host: string): string => host.replace(/^.*@/, `${REDACTED}@`)

function redact(name: string, value: string): string {
  const scheme = name.endsWith('cookie') ? undefined : SCHEME.exec(value)?.[0]
  return (scheme ?? '') + REDACTED
}

/** Only schemes that are known: another first word may be a token. */
const SCHEME = /^(?:basic|bearer|digest) +(?=\S)/i

const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie']
