import { writeJson } from '../json/write.ts'
import { REDACTED } from '../store/redact.ts'
import type { JsonRequest } from './types.ts'

/** Where a command takes the token from that the mock does not show. */
export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN'

/**
 * A curl command that sends a request, for any POSIX shell. In place of a redacted credential it has the
 * token; without one, a variable of the shell.
 */
export function toCurl({ method, url, headers, body, text }: CurlRequest, token?: string): string {
  const verb =
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`
  // curl treats brackets and braces as a pattern.
  const literal = /[[\]{}]/.test(url.replaceAll(REDACTED, '')) ? ' --globoff' : ''
  const parts = [`curl ${verb}${literal} ${quoteWith(url, token)}`]
  for (const [name, value] of Object.entries(headers)) {
    if (BY_SENDER.test(name) || (name === 'accept' && value === '*/*')) continue
    // curl sends a header without a value if it ends in a semicolon.
    const title = name.replace(/(?<![^-])[a-z]/g, letter => letter.toUpperCase())
    parts.push(`-H ${quoteWith(value ? `${title}: ${value}` : `${title};`, token)}`)
  }
  const data = body === undefined ? text : writeJson(body)
  // After -d, curl would read a file where the text begins with an @.
  if (data !== undefined) parts.push(`${data.startsWith('@') ? '--data-raw' : '-d'} ${quote(data)}`)
  return parts.join(' ')
}

type CurlRequest = Pick<JsonRequest, 'method' | 'url' | 'headers' | 'body' | 'text'>

/** Headers that curl or a browser sets by itself, or that describe the connection. */
const BY_SENDER =
  /^(?:accept-encoding|accept-language|cache-control|connection|content-length|cookie|dnt|expect|host|keep-alive|origin|pragma|priority|referer|sec-.*|te|transfer-encoding|upgrade-insecure-requests|user-agent)$/

function quoteWith(text: string, token: string | undefined): string {
  if (!text.includes(REDACTED)) return quote(text)
  if (token !== undefined) return quote(text.replaceAll(REDACTED, () => token))
  const words = text.split(REDACTED)
  if (words.every(word => /^[\w ./:?&=~-]*$/.test(word)))
    return `"${words.join(`$${TOKEN_VARIABLE}`)}"`
  return words.map(quote).join(`"$${TOKEN_VARIABLE}"`)
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
