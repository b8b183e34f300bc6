import { writeJson } from '../json/write.ts'
import { REDACTED } from './redact.ts'

/** The environment variable of the token in commands that do not show it. */
export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN'

/** What to send in place of a redacted credential: the token, or else the environment variable that has it. */
export interface Credential {
  readonly token?: string | undefined
  readonly variable?: string
}

/** Returns a curl command for bash, dash, zsh and fish that sends a request. Names of headers are in lower case. */
export function toCurl(
  { method, url, headers, body, text }: CommandRequest,
  credential: Credential = {},
): string {
  const verb =
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : toShellWord(method)}`
  // curl treats brackets and braces as a pattern: https://curl.se/docs/manpage.html#-g
  const literal = /[[\]{}]/.test(url.replaceAll(REDACTED, '')) ? ' --globoff' : ''
  const parts = [`curl ${verb}${literal} ${toShellWordWith(url, credential)}`]
  for (const [name, value] of Object.entries(headers)) {
    // curl sends a header without a value if it ends in a semicolon: https://curl.se/docs/manpage.html#-H
    const title = toTitleCase(name)
    parts.push(`-H ${toShellWordWith(value ? `${title}: ${value}` : `${title};`, credential)}`)
  }
  const data = text ?? (body === undefined ? undefined : writeJson(body))
  if (data === undefined) return parts.join(' ')
  // Without it, -d sends the media type of a form.
  if (headers['content-type'] === undefined) parts.push("-H 'Content-Type:'")
  // From a word, a shell would remove line breaks at the end.
  if (CONTROL.test(data)) return `${toPrintf(data)} | ${parts.join(' ')} --data-binary @-`
  // After -d, curl would read a file where the text begins with an @: https://curl.se/docs/manpage.html#-d
  return `${parts.join(' ')} ${data.startsWith('@') ? '--data-raw' : '-d'} ${toShellWord(data)}`
}

export interface CommandRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON, unless `text` is given. */
  readonly body?: unknown
  readonly text?: string
}

/** `content-type` is `Content-Type`. */
export const toTitleCase = (name: string): string =>
  name.replace(/(?<![^-])[a-z]/g, letter => letter.toUpperCase())

/** Leaves out headers that curl, a browser or the console sets by itself, or that describe the connection. */
export const withoutSenderHeaders = (
  headers: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => !BY_SENDER.test(name) && !(name === 'accept' && value === '*/*'),
    ),
  )

const BY_SENDER =
  /^(?:accept-encoding|accept-language|cache-control|connection|content-length|cookie|dnt|expect|host|keep-alive|origin|pragma|priority|referer|sec-.*|te|transfer-encoding|upgrade-insecure-requests|user-agent|x-mock-console)$/

function toShellWordWith(text: string, { token, variable = TOKEN_VARIABLE }: Credential): string {
  if (!text.includes(REDACTED)) return toShellWord(text)
  if (token !== undefined) return toShellWord(text.replaceAll(REDACTED, () => token))
  const words = text.split(REDACTED)
  if (words.every(isPlain)) return `"${words.join(`$${variable}`)}"`
  return words.map(toShellWord).join(`"$${variable}"`)
}

/** Whether a word means itself in double quotes, also after a variable: there, zsh would read `:h` and `[1]`. */
const isPlain = (word: string, index: number): boolean =>
  /^[\w ./:?&=~-]*$/.test(word) && (index === 0 || !/^[\w:]/.test(word))

/**
 * Quotes a text without NUL and without line breaks at its end as one word of bash, dash, zsh and fish. fish reads a backslash in single quotes as an
 * escape, so backslashes stand outside of them. A word with control characters has none when it is pasted: a
 * line break could end the command, and a terminal may act on others.
 */
export function toShellWord(text: string): string {
  if (CONTROL.test(text)) return `"$(${toPrintf(text)})"`
  return `'${text.replace(/['\\]+/g, run => `'${run.replace(/./g, '\\$&')}'`)}'`
}

/** Returns a command that prints any text, by the escapes that every shell's `printf` knows. */
const toPrintf = (text: string): string => `printf '${text.replace(ESCAPED, escapeBytes)}'`

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be pasted
const CONTROL = /[\x00-\x1f\x7f-\x9f]/
// Interactive shells expand an exclamation mark in the double quotes around the command. A dash at the start
// would begin an option.
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ESCAPED = /^-|[%!\\'\x00-\x1f\x7f-\x9f]/g

const escapeBytes = (character: string): string => {
  if (character === '%') return '%%'
  const code = character.charCodeAt(0)
  // Beyond ASCII, each byte of UTF-8 is escaped.
  const bytes = code < 0x80 ? [code] : [...new TextEncoder().encode(character)]
  return bytes.map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
