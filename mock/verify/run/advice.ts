// What the owner of a service may try when it cannot be verified.
import { path } from '../../../generated/contract.ts'
import type { ReceivedResponse } from '../../contract/response.ts'
import { withoutTrailingSlashes } from '../../http/path.ts'

/** Statuses that refuse the content of a request (RFC 9110, section 15.5). */
export const ABOUT_THE_PLANT: readonly number[] = [400, 406, 409, 411, 412, 413, 414, 415, 422, 431]

/** By the code or the message of an error without a response. */
const UNANSWERED: readonly [pattern: RegExp, advice: string, scheme?: 'http' | 'https'][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/,
    'To trust its certificate, set the environment variable NODE_EXTRA_CA_CERTS to the file of the certificate, or of the authority that signed it',
  ],
  [
    /NO_APPLICATION_PROTOCOL|HTTP\/1\.1 protocol/,
    'It may speak HTTP/2 alone: verify needs HTTP/1.1',
  ],
  [/WRONG_VERSION_NUMBER/, 'It may not speak TLS: try http:// in place of https://'],
  [/other side closed/, 'If it speaks TLS, the base address begins with https://', 'http'],
  // With TLS 1.3, a service that wants one says so after the handshake (RFC 8446, section 4.4.2.4).
  [/other side closed/, 'It may want a certificate of the client, which verify has not', 'https'],
]

export const adviseOnError = (text: string, url: string): string =>
  UNANSWERED.find(
    ([pattern, , scheme]) => pattern.test(text) && (!scheme || url.startsWith(`${scheme}:`)),
  )?.[1] ?? ''

/** A first response may take longer than the rest, as after a cold start. */
export const MAY_BE_SLOW = 'If it needs longer than that, wait longer, with --timeout'

/** How many requests were answered before the service refused for a while, and in what time. */
interface Past {
  requests: number
  seconds: number
}

/** A longer delay makes a run of hours. */
const MAX_DELAY_SECONDS = 60

/** The service refuses requests until then: it limits how many there are, or nobody gets a response. */
export function adviseOnBusy(response: ReceivedResponse, until: string, past: Past): string {
  const { status, headers } = response
  // RFC 6585, section 4
  if (status === 429 || headers['ratelimit-policy'] !== undefined)
    return adviseOnLimit(headers, past)
  // RFC 9110, sections 10.2.3 and 15.6.4
  return `It says that it is back ${/^\d+$/.test(until) ? `in ${until} seconds` : `at ${until}`}`
}

function adviseOnLimit(headers: ReceivedResponse['headers'], past?: Past): string {
  const seconds = delayOfPolicy(headers['ratelimit-policy']) ?? (past && delayOfWait(headers, past))
  if (seconds === undefined) return `Send fewer plants with --plants 1, or slower with --delay 1000`
  if (seconds > MAX_DELAY_SECONDS)
    return `Its limit is about one request in ${Math.round(seconds)} seconds, so it cannot be verified through that limit: raise it for this token, or verify the service behind it`
  return `Send slower, with --delay ${Math.ceil(seconds) * 1000}, and fewer plants, with --plants 1`
}

/** Of several policies the strictest: `"default";q=30;w=900`, or `30;w=900` as older drafts have it. */
function delayOfPolicy(policies = ''): number | undefined {
  const delays = policies.split(',').flatMap(policy => {
    const [, quota] = /;\s*q=(\d+)/.exec(policy) ?? /^\s*(\d+)/.exec(policy) ?? []
    const [, window] = /;\s*w=(\d+)/.exec(policy) ?? []
    return Number(quota) > 0 && Number(window) > 0 ? [Number(window) / Number(quota)] : []
  })
  return delays.length > 0 ? Math.max(...delays) : undefined
}

/** So many requests in the time until the next one is allowed. A date has no length. */
function delayOfWait(headers: ReceivedResponse['headers'], past: Past): number | undefined {
  const wait = Number(headers['retry-after'] ?? Number.NaN)
  return wait > 0 && past.requests > 0 ? (past.seconds + wait) / past.requests : undefined
}

/** Of a refusal that does not speak of the plant. */
export function adviseOnStatus({ status }: ReceivedResponse): string {
  if (status === 502 || status === 504)
    return 'This is the response of a gateway that got none from the service: is the service up?'
  return ''
}

/** Where a service that took plants refuses a plain one. */
export function adviseOnLoss(response: ReceivedResponse): string {
  const { status, headers } = response
  if (status === 429 || headers['ratelimit-policy'] !== undefined) return adviseOnLimit(headers)
  return status === 503
    ? 'If it limits how many requests it takes, send slower, with --delay 1000, or fewer plants, with --plants 1'
    : adviseOnStatus(response)
}

/** Where the token is refused from the start. */
export const TOKEN_REFUSED =
  "If it is right, a gateway may want a header of its own (--header), or the service misses this one: verify sends its name as authorization. Names are case-insensitive (RFC 9110, section 5.1), but PHP's getallheaders() keeps them as they were sent, and Apache passes this one to PHP only with CGIPassAuth On"

/** What the base address might be, where there are no plants. */
export function adviseAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = withoutTrailingSlashes(pathname)
  const added = `verify adds ${path} to it`
  if (basePath.endsWith(path))
    return `${added}, so leave ${path} out: ${origin}${basePath.slice(0, -path.length)}`
  if (basePath !== '')
    return `${added}. If the service has no ${basePath} before ${path}, try ${origin}`
  return `${added}. If the service has a path before ${path}, such as /v1, try ${origin}/v1`
}

/** Some answer a wrong path as AWS API Gateway does: https://github.com/aws/chalice/issues/12 */
export const adviseOnWrongPath = (baseUrl: string): string =>
  `Or the base address is wrong, which gateways of AWS answer with 403: ${adviseAddress(baseUrl)}`

/** What to do about a redirect, which is not followed. */
export function adviseRedirect(baseUrl: string, location: string): string {
  const address = baseUrl + path
  if (!URL.canParse(location, address)) return 'Verify the address that it leads to'
  const { href, origin, pathname } = new URL(location, address)
  if (href === new URL(address).href)
    return 'It leads to the same address: a proxy in front of the service may not tell it of https (X-Forwarded-Proto)'
  if (pathname.endsWith(path)) return `Verify ${origin}${pathname.slice(0, -path.length)}`
  if (pathname.endsWith(`${path}/`))
    return `The contract has ${path} without a slash at its end, so the service must respond there`
  return 'If it leads to a sign-in, a gateway in front of the service does not accept this token. Otherwise verify the address that it leads to'
}

/** Where the first plants are refused as malformed, or as not acceptable. */
export const MAY_WANT_HEADER =
  "If it wants a header of its own, such as a version or an Accept, send it: --header 'NAME: VALUE'"

/** Where plants are refused after requests without the right token. */
export const MAY_BE_LOCKED =
  'Before, there were requests without the right token, so the account may be locked: once it is open again, leave them out with --right-token-only'
