import { errorBody, errorMediaType, successMediaType } from '../../generated/contract.ts'
import type { StoreRequest } from './request.ts'

/** A response of the store, the control API or an msw handler, before a transport sends it. */
export interface StoreResponse {
  readonly status: number
  /** The reason phrase, if it is not the status's usual one. */
  readonly statusText?: string
  /** Names in lower case. The object is shared between responses. */
  readonly headers: Readonly<Record<string, string>>
  /** The values of Set-Cookie, the one header that cannot be joined (RFC 9110, section 5.3). */
  readonly cookies?: readonly string[]
  readonly body: string | ReadableStream<Uint8Array>
  /** How delivery fails. Each transport shows this as well as it can. */
  readonly transportFailure?: TransportFailure
}

/** Failures without a response, or without a whole one. */
export type TransportFailure = 'network-error' | 'no-answer' | 'cut-short'

/** A response with the contract's Error body. */
export interface ErrorResponse extends StoreResponse {
  readonly body: string
  /** The message, for the journal. */
  readonly reason: string
}

/** Answers requests. What it throws is answered by `handle`. */
export type RequestHandler = (request: StoreRequest) => StoreResponse | Promise<StoreResponse>

/** Calls a handler for a transport, so that a fault of the mock looks the same through each. */
export async function handle(
  handler: RequestHandler,
  request: StoreRequest,
): Promise<StoreResponse> {
  try {
    return await handler(request)
  } catch (error) {
    return faultResponse(error)
  }
}

/** The response to a fault of the mock itself. */
export const faultResponse = (error: unknown): ErrorResponse =>
  errorResponse(500, `The mock failed: ${error instanceof Error ? error.message : String(error)}`)

/** Any page may read the responses, errors included (Fetch, section 3.3.3). */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
}

/** The headers of the contract's success. */
export const SUCCESS_HEADERS: Readonly<Record<string, string>> = {
  ...CORS_HEADERS,
  'content-type': successMediaType,
}

/** The headers of the contract's errors. */
export const ERROR_HEADERS: Readonly<Record<string, string>> = {
  ...CORS_HEADERS,
  'content-type': errorMediaType,
}

/** A response with the contract's Error body: the status, and a message that says what to do. */
export function errorResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorResponse {
  return {
    status,
    headers: { ...ERROR_HEADERS, ...headers },
    body: JSON.stringify(errorBody(status, message)),
    reason: message,
  }
}

/** The headers that allow a page to send `methods` (Fetch, section 3.3.3). */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  ...CORS_HEADERS,
  'access-control-allow-methods': methods,
  // The wildcard does not cover Authorization (Fetch, section 4.9).
  'access-control-allow-headers': 'Authorization, *',
  'access-control-max-age': '7200',
})

/** Responses with these statuses have no body (RFC 9110, section 6.4.1). */
export const NULL_BODY_STATUSES: readonly number[] = [204, 205, 304]
