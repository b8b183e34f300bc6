import { rootCauses } from './cause.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** Node's message for a failed connection or look-up. node-fetch and cross-fetch keep it. */
const FAILED_TARGET = /\b(?:connect|getaddrinfo) E\w+ (\S+)/

/** Runtimes' messages for other failures before any connection. Browsers give none. */
const RUNTIME_WORDS = [
  /^Connect Timeout Error/, // undici
  /^bad port$/, // undici, for the ports that the Fetch standard blocks
  /client error \(Connect\)/, // Deno
  /^(ECONNREFUSED: )?Unable to connect\./, // Bun
]

/** Node's codes for a refused certificate. Node refuses it before sending the request. */
const CERTIFICATE_CODES = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Returns whether the error that `fetch` threw proves that no connection was made to this URL.
 *
 * A custom `fetch` may be a wrapper that does more than send this request, so only an error that names the
 * URL's own address counts. The runtime's fetch does no more, so its messages and codes count too.
 */
export function isConnectFailure(thrown: unknown, url: string, isRuntimeFetch: boolean): boolean {
  const isProven = () => {
    const { hostname, protocol, port } = new URL(url)
    const host = hostname.replace(/[[\]]/g, '')
    const end = `:${port || (protocol === 'https:' ? 443 : 80)}`
    const isName = /^[^[]*[a-z]/.test(hostname)
    return rootCauses(thrown).every(cause => {
      const failed = failedTarget(cause)
      if (failed === host + end || (isName && failed === host)) return true
      if (!isRuntimeFetch) return false
      // The addresses behind a name are unknown here, but the runtime's fetch tries no others.
      if (isName && failed?.endsWith(end)) return true
      const { message, code } = Object(cause)
      return CERTIFICATE_CODES.has(code) || RUNTIME_WORDS.some(words => words.test(message))
    })
  }
  return unlessItThrows(isProven) ?? false
}

/** Returns the `address:port` of a failed connection, or the name of a failed look-up. */
function failedTarget(cause: unknown): string | undefined {
  const { message, syscall, address, port } = Object(cause)
  if (syscall === 'connect') return `${address}:${port}`
  return FAILED_TARGET.exec(String(message))?.[1]
}
