import type { RequestOnWire } from '../control/types.ts'
import { writeJson } from '../write-json.ts'
import { quoted } from './shell.ts'

/** A curl command that repeats a request; the token is a placeholder, since the journal has none. */
export function curlOf({ method, url, headers, body, text }: CurlRequest): string {
  const verb =
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`
  // Brackets and braces are a pattern to curl.
  const literal = /[[\]{}]/.test(url) ? ' --globoff' : ''
  const parts = [`curl ${verb}${literal} ${quoted(withPlaceholder(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (OWN.has(name) || name.startsWith('sec-')) continue
    // A header without a value ends in a semicolon for curl.
    parts.push(`-H ${quoted(value ? `${name}: ${withPlaceholder(value)}` : `${name};`)}`)
  }
  const data = body === undefined ? text : writeJson(body)
  if (data !== undefined) parts.push(`--data-raw ${quoted(data)}`)
  return parts.join(' \\\n  ')
}

type CurlRequest = Pick<RequestOnWire, 'method' | 'url' | 'headers' | 'body' | 'text'>

const withPlaceholder = (text: string) => text.replaceAll('[redacted]', '<ACCESS_TOKEN>')

/** What curl sends by itself, or what was about the one connection; `sec-` is for browsers alone. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
])
