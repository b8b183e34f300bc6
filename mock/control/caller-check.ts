import type { Refusal } from '../http/answer.ts'
import { hostOf, isAddress, isAllowed, isLoopback, parseHost } from '../http/host.ts'
import { redactHost } from '../http/redact.ts'
import type { StoreRequest } from '../http/request.ts'
import { copyText } from '../json/copy-text.ts'
import { CONTROL_PATH } from './types.ts'

/** Refuses what a page of another website may have sent. `allowed` are names from `toHostName`, and `what` is what it asks for. */
export const checkCaller = (
  request: StoreRequest,
  allowed: readonly string[],
  what: string = CONTROL,
): Refusal | undefined =>
  checkHostIsOwn(request, allowed, what) ??
  (isLinkToConsole(request) ? undefined : checkOrigin(request, allowed, what))

const CONTROL = 'the control API'

/** What tells who has sent a request. */
type Caller = Pick<StoreRequest, 'headers' | 'url'>

/** Returns whether a page of another website may have sent a POST, which has an `Origin` in every browser. */
export const isForeignPost = (caller: Caller, allowed: readonly string[]): boolean =>
  caller.headers.has('origin') &&
  (checkHostIsOwn(caller, allowed) ?? checkOrigin(caller, allowed)) !== undefined

/**
 * Refuses a name that a page may have resolved to this machine (DNS rebinding), which would make the mock part
 * of the page's origin. It cannot do so with an IP address. That an address begins with `https:` proves nothing: a
 * framework may have that from a header of the request. A request made within the process has no `Host`, nor has one
 * of HTTP/1.0, which no browser sends.
 */
function checkHostIsOwn(
  caller: Caller,
  allowed: readonly string[],
  what: string = CONTROL,
): Refusal | undefined {
  const { headers, url } = caller
  const host = headers.get('host')
  if (host === undefined) return undefined
  // The host in an absolute target is the one that counts (RFC 9112, section 3.2.2).
  const ofUrl = hostOf(url) ?? host
  const foreign = [host, ofUrl].find(each => !isOwnHost(each, allowed))
  if (foreign === undefined) return undefined
  const shown = copyText(redactHost(foreign), 100)
  const name = parseHost(shown)
  const hint = name
    ? `. If it is, add it: allowedHosts: ['${name}'], or --allowed-host ${name}`
    : ''
  const message = `${shown} is not a name of this mock: ${what} answers under localhost, IP addresses, and the names of allowedHosts or --allowed-host${hint}`
  return { status: 403, message }
}

function isOwnHost(host: string, allowed: readonly string[]): boolean {
  const name = parseHost(host)
  return name !== undefined && (isLoopback(name) || isAddress(name) || isAllowed(name, allowed))
}

/** Refuses pages of other origins. */
function checkOrigin(
  caller: Caller,
  allowed: readonly string[],
  what: string = CONTROL,
): Refusal | undefined {
  const origin = caller.headers.get('origin')
  const site = caller.headers.get('sec-fetch-site') // Fetch Metadata, section 2.4
  // A proxy may rewrite Host or Origin, but no page can set this header.
  if (site === 'same-origin' || site === 'none') return undefined
  if (origin !== undefined) {
    if (isOwnOrigin(origin, caller, allowed)) return undefined
    const shown = copyText(origin, 100)
    return { status: 403, message: `${shown} may not use ${what}: ${ORIGIN_RULE}` }
  }
  // A client that is not a browser sends no Origin. Neither does an image of another site, but it says what it is.
  if (site === undefined) return undefined
  return { status: 403, message: `A page of another origin sent this request: ${ORIGIN_RULE}` }
}

const ORIGIN_RULE =
  'only pages of this mock, of localhost on any port, and of the names of --allowed-host or allowedHosts may'

/** A proxy in front of the mock may speak https, so only the host and port are compared. */
function isOwnOrigin(
  origin: string,
  { headers, url }: Caller,
  allowed: readonly string[],
): boolean {
  // A website has no other scheme than http or https, but an application in a web view or an extension has.
  const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)$/i.exec(origin)?.[1]
  const name = host && parseHost(host)
  if (!host || !name) return false
  const own = headers.get('host') ?? hostOf(url) // within a process there is no Host
  return host.toLowerCase() === own?.toLowerCase() || isLoopback(name) || isAllowed(name, allowed)
}

const isLinkToConsole = ({ method, headers, target }: StoreRequest) =>
  method === 'GET' &&
  !headers.has('origin') &&
  (target.path === CONTROL_PATH || target.path === `${CONTROL_PATH}/`) &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-dest') === 'document'
