import { isOwnHost } from '../http/host-check.ts'
import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse } from '../http/response.ts'

/**
 * Refuses a name that a page may have resolved to this machine (DNS rebinding). A fetch handler does
 * not know what address its server listens on, but the page gets no certificate for its name there: so
 * only http is in question. A request that was made within the process has no `Host`.
 */
export function checkFetchHost(
  request: StoreRequest,
  allowedHosts: readonly string[],
): ErrorResponse | undefined {
  const host = request.header('host')
  if (host === null || !request.url.startsWith('http:')) return undefined
  if (isOwnHost(host, allowedHosts) || isAddress(host)) return undefined
  return errorResponse(403, `${host.slice(0, 100)} is not a name of this mock: see allowedHosts`)
}

/** An IP address is not looked up, so it means the machine that it means. */
const isAddress = (host: string) =>
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\d:a-f.]+\])(?::\d*)?$/i.test(host)
