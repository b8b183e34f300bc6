import { quote } from '../control/curl.ts'
import { addressOf, type RuleRequest, textOf } from './rule.ts'

/** Where the token is, for a shell. It is never printed. */
export interface CurlTarget {
  baseUrl: string
  token: string
  /** The environment variable of the token. */
  tokenName: string
}

const MAX_CHARS = 1_000

/** A list of curl commands for a request and those before it. There is no list if one does not fit on a line. */
export function toCurl(requests: readonly RuleRequest[], target: CurlTarget): string[][] {
  const fits = requests.every(request => fitsOnALine(textOf(request)))
  return fits ? [requests.map(request => toCommand(request, target))] : []
}

const fitsOnALine = (text: string) =>
  text.length <= MAX_CHARS && !/[\p{Cc}\p{Cf}\u{FFFD}]/u.test(text)

function toCommand(request: RuleRequest, { baseUrl, token, tokenName }: CurlTarget): string {
  const { method, url } = addressOf(request, baseUrl)
  const { headers = {}, body } = request
  const toHeader = ([name, value]: [string, string]) =>
    name === 'authorization' && value.endsWith(` ${token}`)
      ? `-H "${name}: ${value.slice(0, -token.length)}$${tokenName}"`
      : `-H ${quote(`${name}: ${value}`)}`
  return [
    method === 'HEAD' ? 'curl --head' : `curl -X ${method}`,
    quote(url),
    ...Object.entries(headers).map(toHeader),
    // Otherwise curl adds one.
    ...(body !== undefined && !('content-type' in headers) ? ["-H 'Content-Type:'"] : []),
    ...(body === undefined ? [] : [`-d ${quote(textOf(request))}`]),
  ].join(' ')
}
