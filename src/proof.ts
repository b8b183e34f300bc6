/**
 * Was the plant added? Each `fetch` and each hook of an attempt is a doubt, from before it runs. An attempt certainly
 * added nothing only if a proof has removed every doubt. The proofs are in the order of docs/errors.md.
 */
import { rootCauses } from './cause.ts'
import { sendsOnce } from './sends-once.ts'
import { unlessItThrows } from './unless-it-throws.ts'

// Proof 1. It was never handed to fetch: `#send` in attempt.ts adds the doubt right before it calls fetch.

/**
 * Node's message for a failed connection or look-up, also as node-fetch and cross-fetch quote it.
 * https://github.com/nodejs/node/blob/v24.21.0/lib/internal/errors.js#L779
 * https://github.com/node-fetch/node-fetch/blob/v3.3.2/src/index.js#L108
 */
const FAILED_TARGET = /^(?:request to \S+ failed, reason: )?(?:connect|getaddrinfo) E\w+ (\S+)/

/**
 * Messages for other failures before any connection: two of undici (the second for a port that the Fetch standard
 * blocks), and one of Bun.
 * https://github.com/nodejs/node/blob/v24.21.0/deps/undici/undici.js#L38 and #L13224
 */
const RUNTIME_WORDS = /^Connect Timeout Error|^bad port$|^(ECONNREFUSED: )?Unable to connect\./

/**
 * Proof 2. No connection was made to this URL: the error that `fetch` threw says so. Every exception behind the
 * error must say it, because `fetch` may have tried several addresses (RFC 8305). Where the runtime may repeat a
 * request, the error tells of the last copy alone.
 *
 * A custom `fetch` may be a wrapper that does more than send this request, so only an error that names the
 * URL's own address counts. The runtime's fetch does no more, so its messages count too.
 */
export function wasNotConnected(thrown: unknown, url: string, isRuntimeFetch: boolean): boolean {
  const isProven = () => {
    const { hostname, protocol, port } = new URL(url)
    const host = hostname.replace(/[[\]]/g, '')
    const end = `:${port || (protocol === 'https:' ? 443 : 80)}`
    const isName = /^[^[]*[a-z]/.test(hostname) // an IPv6 address has letters too, but in brackets
    return rootCauses(thrown).every(cause => {
      const failed = failedTarget(cause)
      if (failed === host + end || (isName && failed === host)) return true
      if (!isRuntimeFetch) return false
      // The addresses behind a name are unknown here, but the runtime's fetch tries no others.
      if (isName && failed?.endsWith(end)) return true
      return RUNTIME_WORDS.test(Object(cause).message)
    })
  }
  return (sendsOnce() && unlessItThrows(isProven)) || false
}

/** Returns the `address:port` of a failed connection, or the name of a failed look-up. */
function failedTarget(cause: unknown): string | undefined {
  const { message, syscall, address, port } = Object(cause)
  if (syscall === 'connect') return `${address}:${port}`
  return FAILED_TARGET.exec(String(message))?.[1]
}

/** These depend on the request alone (RFC 9110, section 15.5; RFC 6585, section 5), so they hold for a copy of it too. */
const REFUSES_THE_REQUEST = [400, 401, 403, 405, 406, 411, 413, 414, 415, 422, 431]

/**
 * Whether the service refused. Not with a 3xx, since a 303 answers a POST that was processed (section 15.4.4), nor with
 * what a redirect led to, nor with a 503 without Retry-After, which gateways send when they lose the service behind
 * them, nor with a 408, which service workers make up when they get no response.
 */
export function wasRefused(status: number, retryAfter: number | undefined): boolean {
  // Proof 3. It refused the request, and would refuse each copy.
  if (REFUSES_THE_REQUEST.includes(status)) return true
  // Proof 4. It refused at that moment, with another 4xx or a 503 with Retry-After (section 15.6.4). Where the runtime
  // may repeat a request, the service may have added the plant a moment before.
  const refused =
    (status >= 400 && status < 500 && status !== 408) ||
    (status === 503 && retryAfter !== undefined)
  return refused && sendsOnce()
}

/**
 * Whether a hook leaves no doubt. It may have sent the plant itself, unless it returned nothing, what it was
 * given or, from `onRequest`, another Request. A hook that throws or never returns has returned none of these.
 * What it sends with `options.fetch` is a doubt of its own, which nothing removes: `#forHook` in attempt.ts.
 */
export const hookSentNothing = (returned: unknown, given: unknown): boolean =>
  !returned || returned === given || (returned instanceof Request && given instanceof Request)
