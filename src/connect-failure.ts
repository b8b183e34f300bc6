import { attempt } from './attempt.ts'
import { rootCauses } from './cause.ts'

/** How Node words a failed connection or look-up. node-fetch and cross-fetch keep these words. */
const FAILURE = /\b(?:connect|getaddrinfo) E\w+ (\S+)/

/**
 * What runtimes call other failures that come before any connection: Node, for a time-out and for the
 * ports that the Fetch standard blocks; Deno; Bun. Browsers have no word for it.
 */
const RUNTIME_WORDS =
  /^Connect Timeout Error|^bad port$|client error \(Connect\)|^(ECONNREFUSED: )?Unable to connect\./

/**
 * Whether what `fetch` threw proves that no connection was made for a request to this URL.
 *
 * A given `fetch` may be a wrapper that does more than send this request, so that only an error that
 * names the URL's own address counts. The runtime's fetch does no more, so that its words count too.
 */
export function isConnectFailure(thrown: unknown, url: string, isRuntimeFetch: boolean): boolean {
  const isProven = () => {
    const target = new URL(url)
    const { hostname, protocol } = target
    const host = hostname.replace(/[[\]]/g, '')
    const end = `:${target.port || (protocol === 'https:' ? 443 : 80)}`
    // Which addresses a name stands for is not known here. The runtime's fetch tries no others.
    const isName = /^[^[]*[a-z]/.test(hostname)
    return rootCauses(thrown).every(cause => {
      const { message, syscall, address, port } = Object(cause)
      const failed =
        syscall === 'connect' ? `${address}:${port}` : FAILURE.exec(String(message))?.[1]
      return (
        failed === host + end ||
        (isName && failed === host) ||
        (isRuntimeFetch &&
          (RUNTIME_WORDS.test(String(message)) || (isName && failed?.endsWith(end))))
      )
    })
  }
  return attempt(isProven) ?? false
}
