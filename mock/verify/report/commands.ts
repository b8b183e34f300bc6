// The curl commands that repeat requests.
import { toCurl, toShellWord } from '../../http/curl.ts'
import { isSecretHeader, REDACTED } from '../../http/redact.ts'
import { addressOf, type ProbeRequest } from '../requests/probe.ts'
import type { Target } from '../run/target.ts'

/** Of a secret, a command has the name of an environment variable: `$X_API_KEY` for the header `x-api-key`. */
export type CommandTarget = Pick<Target, 'baseUrl' | 'token' | 'tokenName' | 'headers'>

/** A curl command for each of some requests that belong together, one a line. */
export const toCommands = (requests: readonly ProbeRequest[], target: CommandTarget): string =>
  requests.map(request => toCommand(request, target)).join('\n')

function toCommand(request: ProbeRequest, target: CommandTarget): string {
  const { baseUrl, token, tokenName, headers: always } = target
  const { headers = {}, body } = request
  const redacted = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'authorization' && value.endsWith(token)
      ? value.slice(0, -token.length) + REDACTED
      : value,
  ])
  const text = body === undefined ? undefined : readable(body)
  const command = toCurl(
    {
      ...addressOf(request, baseUrl),
      headers: Object.fromEntries(redacted),
      ...(text !== undefined && { text }),
    },
    { variable: tokenName },
  )
  const others = Object.entries(always).map(
    ([name, value]) =>
      ` -H ${isSecretHeader(name) ? `"${name}: $${toVariable(name)}"` : toShellWord(`${name}: ${value}`)}`,
  )
  const whole = command + others.join('')
  return body === undefined || text !== undefined
    ? whole
    : `${toPrintf(body)} | ${whole} --data-binary @-`
}

const toVariable = (name: string) => name.toUpperCase().replace(/\W/g, '_')

/** A body that can be read on a line. */
function readable(body: NonNullable<ProbeRequest['body']>): string | undefined {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return SPACES.test(text) || /[\p{Cf}\u{FFFD}]/u.test(text) ? undefined : text
}

/** Spaces that do not fit on a line. */
const SPACES = /^ {1000,}/

/** Prints a body by what every shell's `printf` knows: very many spaces before a text, or bytes as they are. */
function toPrintf(body: NonNullable<ProbeRequest['body']>): string {
  if (typeof body === 'string' && SPACES.test(body)) {
    const text = body.trimStart()
    return `printf '%${body.length - text.length}s%s' '' ${toShellWord(text)}`
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const escaped = Array.from(bytes, byte => {
    const character = String.fromCharCode(byte)
    const isPlain = byte >= 0x20 && byte < 0x7f && !/[%\\'!]/.test(character)
    return isPlain ? character : `\\${byte.toString(8).padStart(3, '0')}`
  })
  return `printf '${escaped.join('')}'`
}
