import type { Refusal } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { CONTROL_PATH } from './types.ts'

/**
 * Refuses pages of other origins, so that no web page a developer visits can reach the mock on their
 * machine. A link to the console works.
 */
export function checkOrigin(request: StoreRequest): Refusal | undefined {
  const origin = request.headers.get('origin')
  if (origin !== undefined && !isOwnOrigin(origin, request))
    return {
      status: 403,
      message: `${origin.slice(0, 100)} is not the origin of the mock server: ${ADVICE}`,
    }
  if (isOfAnotherSite(request) && !isLinkToConsole(request))
    return { status: 403, message: `A page of another origin sent this request: ${ADVICE}` }
}

const ADVICE = 'open its console, send no Origin, or use a proxy on that origin'

/** A proxy in front of the mock may speak https, so only the host and port are compared. */
function isOwnOrigin(origin: string, { headers, url }: StoreRequest): boolean {
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]
  const own = headers.get('host') ?? url.split('/')[2] ?? '' // within a process there is no Host
  return host?.toLowerCase() === own.toLowerCase()
}

/** Another site's image request has no Origin, but has Sec-Fetch-Site (Fetch Metadata, section 2.4). */
const isOfAnotherSite = ({ headers }: StoreRequest) =>
  ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')

const isLinkToConsole = ({ method, headers, target }: StoreRequest) =>
  method === 'GET' &&
  (target.path === CONTROL_PATH || target.path === `${CONTROL_PATH}/`) &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-dest') === 'document'
