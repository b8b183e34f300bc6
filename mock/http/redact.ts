// Credentials as they were sent, where a request has them. redact-echoes.ts finds what a service returns in other forms.

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

/** A shorter token may be an ordinary word, or a part of one. The client draws the same line. */
export const MIN_TOKEN_CHARS = 8

/**
 * Returns what credentials have after their scheme and, since several headers are joined by commas, each of its words
 * that is no ordinary one.
 */
export const tokensIn = (credentials: string): string[] =>
  [
    credentials.replace(/^[\w-]+ +(?=\S)/, ''),
    ...credentials.split(/[\s,]+/).filter(word => word.length >= MIN_TOKEN_CHARS),
  ].filter(token => token !== '')

/** Redacts tokens wherever they stand, short ones only where they are a word. */
export function redactTokens(text: string, tokens: readonly string[]): string {
  let redacted = text
  for (const form of new Set(tokens.flatMap(token => [token, encodeURIComponent(token)])))
    if (redacted.includes(form))
      redacted = redacted.replaceAll(form.length < MIN_TOKEN_CHARS ? asWord(form) : form, REDACTED)
  return redacted
}

/** Matches a token that has none of the characters of tokens next to it (RFC 6750, section 2.1). */
const asWord = (token: string) =>
  new RegExp(`(?<![\\w.~+/-])${token.replace(/[^\w]/g, '\\$&')}(?![\\w.~+/-])`, 'g')

/** Whether the value of a header is a credential, by its name in lower case. */
export const isSecretHeader = (name: string): boolean => SECRET.includes(name)
