import { toCurl } from '../http/curl.ts'
import { REDACTED } from '../http/redact.ts'
import { addressOf, type ProbeRequest, textOf } from './probe.ts'

/** Where the secrets are, for a shell. They are never printed. */
export interface CurlTarget {
  baseUrl: string
  token: string
  /** The environment variable of the token. */
  tokenName: string
  /** Headers of every request. A command has an environment variable for each, named after it. */
  headers?: Readonly<Record<string, string>>
}

const MAX_CHARS = 1_500

/** A curl command for each of some requests that belong together, one a line; undefined if one does not fit on a line. */
export function toCommands(
  requests: readonly ProbeRequest[],
  target: CurlTarget,
): string | undefined {
  const fits = requests.every(request => fitsOnALine(textOf(request)))
  return fits ? requests.map(request => toCommand(request, target)).join('\n') : undefined
}

const fitsOnALine = (text: string) =>
  text.length <= MAX_CHARS && !/[\p{Cc}\p{Cf}\u{FFFD}]/u.test(text)

function toCommand(request: ProbeRequest, target: CurlTarget): string {
  const { baseUrl, token, tokenName, headers: always = {} } = target
  const { headers = {}, body } = request
  const redacted = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'authorization' && value.endsWith(token)
      ? value.slice(0, -token.length) + REDACTED
      : value,
  ])
  const command = toCurl(
    {
      ...addressOf(request, baseUrl),
      headers: Object.fromEntries(redacted),
      ...(body !== undefined && { text: textOf(request) }),
    },
    { variable: tokenName },
  )
  const others = Object.keys(always).map(name => ` -H "${name}: $${toVariable(name)}"`)
  return command + others.join('')
}

/** `x-api-key` is in `$X_API_KEY`. */
const toVariable = (name: string) => name.toUpperCase().replace(/\W/g, '_')
