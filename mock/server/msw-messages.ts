import { SESSION_HEADER, type StoreRequest } from '../http/request.ts'
import { CORS_HEADERS, type StoreResponse } from '../http/response.ts'

/**
 * A request as msw's handlers take it. Returns undefined if it cannot be one (`CONNECT`, an invalid
 * `Host`), or if a handler sent it on with `bypass()`.
 */
export function toMswRequest(request: StoreRequest, bytes: Uint8Array): Request | undefined {
  if (request.header('accept')?.includes('msw/passthrough')) return undefined
  try {
    const mswRequest = new Request(urlOf(request), {
      method: request.method,
      body: bytes.length > 0 ? new Uint8Array(bytes) : null,
      signal: request.signal,
    })
    copyHeaders(request, mswRequest.headers)
    if (request.session !== undefined) mswRequest.headers.set(SESSION_HEADER, request.session)
    return mswRequest
  } catch {
    return undefined // handlers cannot use it; the store says what is wrong
  }
}

/** Without the prefix of a session, so that a handler answers in every session. */
function urlOf({ url, session, path }: StoreRequest): string | URL {
  if (session === undefined) return url
  const plain = new URL(url)
  plain.pathname = path
  return plain
}

function copyHeaders({ headers }: StoreRequest, copy: Headers): void {
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    if (HOP_BY_HOP.has(key)) continue
    // The first Content-Type replaces the one that Request derived from the body.
    if (key !== 'content-type') copy.append(key, value)
    else if (copy.get(key) !== value) copy.set(key, value)
  }
}

/** Headers of the connection, which `Request` and `Response` do not have (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** The response of a handler; `HttpResponse.error()` resets the connection. */
export function toStoreResponse(response: Response): StoreResponse {
  const { status, statusText, body } = response
  const headers: Record<string, string> = { ...CORS_HEADERS }
  for (const [name, value] of response.headers)
    if (!HOP_BY_HOP.has(name) && name !== 'set-cookie') headers[name] = value
  const cookies = response.headers.getSetCookie()
  return {
    status,
    statusText,
    headers,
    ...(cookies.length > 0 && { cookies }),
    body: body ?? '',
    ...(response.type === 'error' && { transportFailure: 'network-error' as const }),
  }
}
