import { quote } from '../terminal/quote.ts'
import { addressOf, type RuleRequest } from './rule.ts'

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
  if (requests.length === 0 || !requests.every(({ body }) => fitsOnALine(body))) return []
  const commands = requests.map(request => {
    const { method, url } = addressOf(request, target.baseUrl)
    const { headers = {}, body } = request
    const words = [
      method === 'HEAD' ? 'curl --head' : `curl -X ${method}`,
      quote(url),
      ...Object.entries(headers).map(([name, value]) => `-H ${header(name, value, target)}`),
      // Otherwise curl adds one.
      ...(body !== undefined && !('content-type' in headers) ? ["-H 'Content-Type:'"] : []),
      ...(body === undefined ? [] : [`-d ${quote(toText(body))}`]),
    ]
    return words.join(' ')
  })
  return [commands]
}

function header(name: string, value: string, { token, tokenName }: CurlTarget): string {
  const isToken = name === 'authorization' && value.endsWith(` ${token}`)
  if (!isToken) return quote(`${name}: ${value}`)
  return `"${name}: ${value.slice(0, -token.length)}$${tokenName}"`
}

const toText = (body: NonNullable<RuleRequest['body']>) =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)

function fitsOnALine(body: RuleRequest['body'] = ''): boolean {
  const text = toText(body)
  return text.length <= MAX_CHARS && !/[\p{Cc}\p{Cf}\u{FFFD}]/u.test(text)
}
