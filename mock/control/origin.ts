import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse } from '../http/response.ts'

/**
 * Refuses pages of other origins, so that no web page a developer visits can reach the mock on their
 * machine. A request without `Origin` is not from a page, or is a navigation.
 */
export function checkOrigin(request: StoreRequest): ErrorResponse | undefined {
  const origin = request.header('origin')
  if (origin === null) return undefined
  // A proxy in front of the mock may speak https, so only the host and port are compared.
  const host = origin.replace(/^https?:\/\//i, '').toLowerCase()
  const own = request.header('host') ?? new URL(request.url).host // within a process there is no Host
  if (host === own.toLowerCase()) return undefined
  return errorResponse(
    403,
    `${origin.slice(0, 100)} is not the origin of the mock server: open its console, send no Origin, or use a proxy on that origin`,
  )
}
