import type { Refusal } from '../http/answer.ts'
import { isOwnHost } from '../http/host-check.ts'
import { redactHost } from '../http/redact.ts'
import type { StoreRequest } from '../http/request.ts'
import { copyText } from '../json/copy-text.ts'

/**
 * Refuses a name that a page may have resolved to this machine (DNS rebinding). A fetch handler does not
 * know its server's address, but the page gets no certificate for its name there, so only http is checked.
 * A request made within the process has no `Host`.
 */
export function checkFetchHost(
  request: StoreRequest,
  allowedHosts: readonly string[],
): Refusal | undefined {
  const host = request.headers.get('host')
  if (host === undefined || !request.url.startsWith('http:')) return undefined
  if (isOwnHost(host, { isLoopback: false, allowed: allowedHosts })) return undefined
  return {
    status: 403,
    message: `${copyText(redactHost(host), 100)} is not a name of this mock: see allowedHosts`,
  }
}
