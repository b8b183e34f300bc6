import { errorBody, errorMediaType, successMediaType } from '../../generated/contract.ts'
import type { StoreRequest } from './request.ts'

/** An answer of the store, the control API or an msw handler, before a transport makes it a response. */
export interface Answer {
  readonly status: number
  /** The reason phrase, if not the status's usual one. */
  readonly statusText?: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The values of Set-Cookie, the one header that cannot be joined (RFC 9110, section 5.3). */
  readonly cookies?: readonly string[]
  readonly body: string | ReadableStream<Uint8Array>
  /** Set for the response of a real service, which is sent as it came; the rest says what can be read of it. */
  readonly original?: OriginalResponse
  /** Why the request was refused, for the journal: the message of an Error body. */
  readonly reason?: string
}

/** The response of a real service, byte for byte. */
export interface OriginalResponse {
  /** Name, value, name, value. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
  /** Why its text is not all that was sent. */
  readonly omitted?: string
  /** False if the body could not be decoded, or is too long to be judged at once. */
  readonly isJudged: boolean
}

/** Why a request is refused. The service answers with the contract's Error, the control API in its own form. */
export interface Refusal {
  readonly status: number
  /** What to do, and what was received. */
  readonly message: string
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Thrown to refuse a request. */
export class RefusedError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Checks the shape, because the ESM and the CJS build each have their own class. */
export const isRefusedError = (error: unknown): error is RefusedError =>
  error instanceof Error && 'refusal' in error

/** Answers requests. Rejects with a `NetworkError` to send no response. */
export type RequestHandler = (request: StoreRequest) => Answer | Promise<Answer>

/** A network error (Fetch, section 2.2.6): `fetch` rejects with it, and a server resets the connection. */
export class NetworkError extends TypeError {
  /** How many bytes of the body had arrived, if the client left in it. */
  readonly received: number | undefined

  constructor(message: string, received?: number) {
    super(message)
    this.received = received
  }

  get isNetworkError(): true {
    return true
  }
}

/** Checks the shape, because the ESM and the CJS build each have their own class. */
export const isNetworkError = (error: unknown): error is NetworkError =>
  error instanceof TypeError && 'isNetworkError' in error

/** The headers of the contract's success. */
export const SUCCESS_HEADERS: Readonly<Record<string, string>> = {
  'content-type': successMediaType,
}

/** The headers of the contract's errors. */
export const ERROR_HEADERS: Readonly<Record<string, string>> = { 'content-type': errorMediaType }

/** Creates the answer to a refused request, with the contract's Error body. */
export const errorAnswer = ({ status, message, headers }: Refusal): Answer => ({
  status,
  headers: { ...ERROR_HEADERS, ...headers },
  body: JSON.stringify(errorBody(status, message)),
  reason: message,
})

/** Creates the answer to a fault of the mock itself. */
export const faultAnswer = (error: unknown): Answer =>
  errorAnswer({
    status: 500,
    message: `The mock failed: ${error instanceof Error ? error.message : String(error)}`,
  })

/**
 * Returns whether every transport sends the value of a header, or a reason phrase, as it is: Node refuses
 * control characters, and sends others than ASCII as UTF-8 (RFC 9110, section 5.5;
 * https://github.com/nodejs/node/blob/v24.21.0/lib/_http_outgoing.js#L754 and #L390).
 */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e]*$/.test(value)
