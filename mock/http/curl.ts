import { writeJson } from '../json/write.ts'
import { REDACTED } from './redact.ts'

/** The environment variable of the token in commands that do not show it. */
export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN'

/** What to send in place of a redacted credential: the token, or else the environment variable that has it. */
interface CurlToken {
  readonly token?: string | undefined
  readonly variable?: string
}

/** Returns a curl command that sends a request. Names of headers are in lower case. */
export function toCurl(
  { method, url, headers, body, text }: CurlRequest,
  credential: CurlToken = {},
): string {
  const verb =
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`
  // curl treats brackets and braces as a pattern.
  const literal = /[[\]{}]/.test(url.replaceAll(REDACTED, '')) ? ' --globoff' : ''
  const parts = [`curl ${verb}${literal} ${quoteWith(url, credential)}`]
  for (const [name, value] of Object.entries(headers)) {
    // curl sends a header without a value if it ends in a semicolon.
    const title = name.replace(/(?<![^-])[a-z]/g, letter => letter.toUpperCase())
    parts.push(`-H ${quoteWith(value ? `${title}: ${value}` : `${title};`, credential)}`)
  }
  const data = text ?? (body === undefined ? undefined : writeJson(body))
  // Without it, -d sends the media type of a form.
  if (data !== undefined && headers['content-type'] === undefined) parts.push("-H 'Content-Type:'")
  // After -d, curl would read a file where the text begins with an @.
  if (data !== undefined) parts.push(`${data.startsWith('@') ? '--data-raw' : '-d'} ${quote(data)}`)
  return parts.join(' ')
}

interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON, unless `text` is given. */
  readonly body?: unknown
  readonly text?: string
}

/** Leaves out headers that curl or a browser sets by itself, or that describe the connection. */
export const withoutSenderHeaders = (
  headers: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => !BY_SENDER.test(name) && !(name === 'accept' && value === '*/*'),
    ),
  )

const BY_SENDER =
  /^(?:accept-encoding|accept-language|cache-control|connection|content-length|cookie|dnt|expect|host|keep-alive|origin|pragma|priority|referer|sec-.*|te|transfer-encoding|upgrade-insecure-requests|user-agent)$/

function quoteWith(text: string, { token, variable = TOKEN_VARIABLE }: CurlToken): string {
  if (!text.includes(REDACTED)) return quote(text)
  if (token !== undefined) return quote(text.replaceAll(REDACTED, () => token))
  const words = text.split(REDACTED)
  if (words.every(word => /^[\w ./:?&=~-]*$/.test(word))) return `"${words.join(`$${variable}`)}"`
  return words.map(quote).join(`"$${variable}"`)
}

/** Quotes any text as one word of a POSIX shell. */
export function quote(text: string): string {
  // A terminal may act on pasted control characters, so they are escaped.
  if (CONTROL.test(text)) return `$'${text.replace(ESCAPED, escapeBytes)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be pasted
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ESCAPED = /[\\'\x00-\x1f\x7f-\x9f]/g

const escapeBytes = (character: string): string => {
  const code = character.charCodeAt(0)
  // Beyond ASCII, each byte of UTF-8 is escaped.
  const bytes = code < 0x80 ? [code] : [...new TextEncoder().encode(character)]
  return bytes.map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
