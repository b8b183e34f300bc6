import { attempt } from './attempt.ts'
import { rootCauses } from './cause.ts'

/** How Node words a failed connection or look-up. node-fetch and cross-fetch keep these words alone. */
const FAILURE = /\b(?:connect|getaddrinfo) E\w+ (\S+)/

/**
 * What runtimes call other failures that come before any connection: Node, for the ports that the
 * Fetch standard blocks; Deno; Bun. Browsers have no word for it.
 */
const RUNTIME_WORDS = /^bad port$|client error \(Connect\)|^(ECONNREFUSED: )?Unable to connect\./

/**
 * Whether what `fetch` threw proves that no connection was made for a request to this URL.
 *
 * A given `fetch` may be a wrapper that does more than send this request, so that only an error that
 * names the URL's own address counts. The runtime's fetch does no more, so that its words count too.
 */
export function isConnectFailure(thrown: unknown, url: string, isRuntimeFetch: boolean): boolean {
  const isProven = () => {
    const target = new URL(url)
    return rootCauses(thrown).every(cause => isFailureOf(target, Object(cause), isRuntimeFetch))
  }
  return attempt(isProven) ?? false
}

interface SystemError {
  message?: unknown
  code?: unknown
  syscall?: unknown
  address?: unknown
  port?: unknown
}

function isFailureOf(url: URL, error: SystemError, isRuntimeFetch: boolean): boolean {
  const message = String(error.message)
  if (isRuntimeFetch && (error.code === 'UND_ERR_CONNECT_TIMEOUT' || RUNTIME_WORDS.test(message)))
    return true

  const { hostname, protocol } = url
  const host = hostname.replace(/[[\]]/g, '')
  const port = `:${url.port || (protocol === 'https:' ? 443 : 80)}`
  const failed =
    error.syscall === 'connect' ? `${error.address}:${error.port}` : FAILURE.exec(message)?.[1]
  // Which addresses a name stands for is not known here. The runtime's fetch tries no others.
  const isName = /^[^[]*[a-z]/i.test(hostname)
  return (
    failed === host + port ||
    (isName && (failed === host || (isRuntimeFetch && failed?.endsWith(port) === true)))
  )
}
