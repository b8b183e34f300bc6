import type { JsonRequest } from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import { quote } from './shell.ts'

/** A curl command that repeats a request. The journal has no token: a placeholder that is well-formed stands for it. */
export function toCurl({ method, url, headers, body, text }: CurlRequest): string {
  const verb =
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`
  // curl treats brackets and braces as a pattern.
  const literal = /[[\]{}]/.test(url) ? ' --globoff' : ''
  const parts = [`curl ${verb}${literal} ${quote(withPlaceholder(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (OMITTED.has(name) || name.startsWith('sec-')) continue
    // curl sends a header without a value if it ends in a semicolon.
    parts.push(`-H ${quote(value ? `${name}: ${withPlaceholder(value)}` : `${name};`)}`)
  }
  const data = body === undefined ? text : writeJson(body)
  if (data !== undefined) parts.push(`--data-raw ${quote(data)}`)
  return parts.join(' \\\n  ')
}

type CurlRequest = Pick<JsonRequest, 'method' | 'url' | 'headers' | 'body' | 'text'>

const withPlaceholder = (text: string) => text.replaceAll('[redacted]', 'ACCESS_TOKEN')

/** Headers that curl sets itself, or that describe the connection. */
const OMITTED = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
])
