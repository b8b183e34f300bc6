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

/**
 * Redacts credentials except for their scheme, and `tokens` wherever they stand in other headers. Names are in
 * lower case.
 */
export function redactHeaders(
  headers: Iterable<readonly [string, string]>,
  tokens: readonly string[],
): Map<string, string> {
  const redacted = new Map<string, string>()
  for (const [name, value] of headers) redacted.set(name, redactTokens(value, tokens))
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

const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key']

/** Returns what credentials have after their scheme, if anything. */
export const tokenOf = (credentials: string): string | undefined =>
  credentials.replace(/^[\w-]+ +(?=\S)/, '') || undefined

/** Redacts tokens wherever they stand. One of fewer than 8 characters may be an ordinary word, or a part of it. */
export function redactTokens(text: string, tokens: readonly string[]): string {
  let redacted = text
  for (const token of tokens)
    for (const form of new Set([token, encodeURIComponent(token)]))
      if (redacted.includes(form))
        redacted = redacted.replaceAll(form.length < 8 ? asWord(form) : form, REDACTED)
  return redacted
}

/** Matches a token that has none of the characters of tokens next to it (RFC 6750, section 2.1). */
const asWord = (token: string) =>
  new RegExp(`(?<![\\w.~+/-])${token.replace(/[^\w]/g, '\\$&')}(?![\\w.~+/-])`, 'g')
