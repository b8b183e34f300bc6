// Hides secrets in what is written out: journal, log, events, reports, errors. What is kept and judged is what arrived.

/** What stands in place of a secret. */
export const REDACTED = '[redacted]'

/** Headers that are credentials. Names are in lower case. docs/mock-reference.md lists them. */
const CREDENTIALS = new Set([
  'authorization',
  'proxy-authorization',
  'x-authorization',
  'x-forwarded-authorization',
  'x-original-authorization',
  'x-serverless-authorization',
  'api-key',
  'apikey',
  'x-api-key',
  'x-apikey',
  'x-goog-api-key',
  'x-rapidapi-key',
  'x-functions-key',
  'ocp-apim-subscription-key',
  'auth-token',
  'x-auth-token',
  'access-token',
  'x-access-token',
  'x-api-token',
  'x-forwarded-access-token',
  'x-auth-request-access-token',
  'x-amz-security-token',
  'x-amzn-oidc-accesstoken',
  'x-amzn-oidc-data',
  'x-csrf-token',
  'x-xsrf-token',
  'x-session-token',
  'x-vault-token',
  'private-token',
  'dpop',
  'cf-access-client-secret',
  'cf-access-jwt-assertion',
  'x-goog-iap-jwt-assertion',
  'x-client-secret',
  'x-vercel-protection-bypass',
])

const COOKIES = new Set(['cookie', 'set-cookie'])

/** Headers that are addresses, or have some. */
const ADDRESSES = new Set(['referer', 'location', 'content-location', 'refresh', 'link'])

/** Parameters of a query or a fragment that are credentials: `api_key` is `apikey`, as are `api-key` and `apiKey`. */
const PARAMETERS = new Set([
  'accesstoken',
  'apikey',
  'apitoken',
  'assertion',
  'auth',
  'authorization',
  'authtoken',
  'bearertoken',
  'clientassertion',
  'clientsecret',
  'code',
  'codeverifier',
  'idtoken',
  'jwt',
  'key',
  'passwd',
  'password',
  'pwd',
  'refreshtoken',
  'secret',
  'sessionid',
  'sig',
  'signature',
  'subscriptionkey',
  'ticket',
  'token',
  'xamzsecuritytoken',
  'xamzsignature',
  'xapikey',
  'xgoogsignature',
])

/** Whether the value of a header is a secret. */
export const isSecretHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return CREDENTIALS.has(lower) || COOKIES.has(lower)
}

/** Hides the secrets in headers by their names, which are in lower case. Credentials keep a scheme that is known. */
export function redactHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
): Record<string, string> {
  const redacted: [string, string][] = []
  for (const [name, value] of headers) redacted.push([name, redactHeader(name, value)])
  return Object.fromEntries(redacted)
}

/** Hides the secrets in a header, whose name is in lower case. */
export function redactHeader(name: string, value: string): string {
  if (CREDENTIALS.has(name)) return (SCHEME.exec(value)?.[0] ?? '') + REDACTED
  if (COOKIES.has(name)) return REDACTED
  if (ADDRESSES.has(name)) return redactUrl(value)
  return name === 'host' ? redactHost(value) : value
}

/** Another first word may be a token. */
const SCHEME = /^(?:basic|bearer|digest) +(?=\S)/i

/** Hides a user name with its password, and the parameters of query and fragment that are named as credentials are. */
export const redactUrl = (url: string): string =>
  url
    .replace(/((?:^|:)\\?\/\\?\/)[^/?#\s]*@/g, `$1${REDACTED}@`)
    .replace(/([?&;#])([^=?&;#]*)=[^&;#]*/g, (parameter, separator: string, name: string) =>
      PARAMETERS.has(plainName(name)) ? `${separator}${name}=${REDACTED}` : parameter,
    )

/**
 * Hides the same in each address in a text: a page or a message may repeat a `Location`. A word with neither an origin
 * nor a query nor a fragment is not an address, such as `code=23505` of a database.
 */
export const redactUrls = (text: string): string =>
  text.replace(/[^\s"'<>]+/g, word => (/[?#]|:\\?\/\\?\//.test(word) ? redactUrl(word) : word))

/** Any character of a name may be percent-encoded. */
const plainName = (name: string): string =>
  name
    .replace(/%([0-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[-_.]/g, '')
    .toLowerCase()

/** Hides a user name with its password, which no `Host` may have. */
export const redactHost = (host: string): string => host.replace(/^.*@/, `${REDACTED}@`)

/** A shorter token may be an ordinary word, or a part of one. The client draws the same line. */
const MIN_TOKEN_CHARS = 8

/** A header has one token, or two where something in front of the service wants one too. Each is searched for. */
const MAX_TOKENS = 2

/** The tokens in the value of `Authorization`: its longest words, without names, quotes and padding around them. */
export const tokensOf = (authorization: string): string[] =>
  [...new Set(authorization.split(/[\s,"']+/).map(toToken))]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_TOKENS)

/** Leaves out a name as in `Token token=VALUE`. What stands before another `=` belongs to a token. */
function toToken(word: string): string {
  const [name = ''] = word.split('=', 1)
  const isNamed = name !== word && PARAMETERS.has(plainName(name))
  const token = isNamed ? word.slice(name.length + 1) : word
  const bare = token.replace(/={1,2}$/, '')
  return bare.length < MIN_TOKEN_CHARS ? token : bare // a short one would not be hidden
}

/** The beginning of a token is enough to find it. Each mark has many forms, so with more of them it is shorter. */
const startOf = (token: string): string =>
  /^(?:[a-z\d]*[^a-z\d]){0,8}[a-z\d]*/i.exec(token.slice(0, 16))?.[0] ?? ''

/**
 * Makes a function that hides tokens where a real service repeats them: as they were sent, or with whatever is not a
 * letter or a digit escaped for a URL, JSON, JavaScript or HTML, also several times over. Takes time in proportion to
 * the text, whatever text and tokens are.
 */
export function createRedact(
  tokens: readonly string[],
  mark: string = REDACTED,
): (text: string) => string {
  const long = tokens.filter(token => token.length >= MIN_TOKEN_CHARS)
  if (long.length === 0) return text => text
  // A short token may be the beginning of a longer one.
  long.sort((one, other) => other.length - one.length)
  const pattern = new RegExp(long.map(toPattern).join('|'), 'g')
  return text => text.replace(pattern, mark)
}

/** The first characters, then whatever of a token follows: it may be another token with the same beginning. */
function toPattern(token: string): string {
  const first = startOf(token)
  // Only letters and digits stand for themselves. Backslashes before a mark may be the token's, or of its escape.
  const start = first.replace(/\\*([^a-z\d\\\u0080-\uffff])|\\+/gi, (_, mark?: string) =>
    mark === undefined ? '\\\\+' : toForms(mark),
  )
  // A match begins where a run of backslashes does, or a search would begin at each of them.
  const isAfterRun = /^[a-z\d\u0080-\uffff]/i.test(start) ? '' : '(?<!\\\\)'
  return isAfterRun + start + (token.length > first.length ? REST : '')
}

/** References of HTML, but to quotes, angle brackets and spaces, which end a token. */
const REFERENCE =
  '&(?:amp;)*(?!(?:amp|quot|apos|lt|gt|nbsp|#0*(?:34|39|60|62)|#[xX]0*(?:22|27|3[cCeE]));)(?:#\\w{1,10}|[a-zA-Z]{2,8});'

const HEX = '[\\da-fA-F]'

/** Where a mark is: itself, or whatever begins like an escape and is as short as one, whichever character it is for. */
function toForms(mark: string): string {
  const code = mark.charCodeAt(0).toString(16).padStart(2, '0')
  return `\\\\*(?:\\x${code}|u${HEX}{4}|x${HEX}{2}|%(?:25)*${HEX}{2}|${REFERENCE})`
}

/**
 * Characters of tokens, and at most 16,384 escapes: millions would exhaust the stack of the engine. Escapes of JSON for
 * quotes and line breaks end a token.
 */
const CHARS = '[\\w.~+/=%-]*'
const REST = `${CHARS}(?:(?:\\\\+(?:u00|x|[^a-zA-Z\\d\\s"'\\\\])|${REFERENCE})${CHARS}){0,16384}`
