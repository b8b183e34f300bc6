import type { ServiceError } from './plant.ts'

/**
 * Everything that can go wrong with a call, as one union: switch on `kind`.
 *
 * Each member is an `Error`, so it can be rethrown. Its `message` begins with the method and the URL. The
 * access token is removed from it, unless the token is shorter than 8 characters or part of the URL.
 *
 * @example
 * ```ts
 * import type { PlantStoreError } from 'plant-store-client'
 *
 * // Without a `default`, so the compiler reports a kind that is missing.
 * function advice(error: PlantStoreError): string {
 *   switch (error.kind) {
 *     case 'api':
 *       return `The store returned an error: ${error.body.message}`
 *     case 'unexpected-response':
 *       return `Something other than the store answered, with status ${error.response.status}.`
 *     case 'invalid-request':
 *       return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')
 *     case 'access-token':
 *       return 'Please sign in again.'
 *     case 'network':
 *     case 'timeout':
 *     case 'aborted':
 *     case 'middleware':
 *       return error.mayHaveBeenAdded ? 'Please check the store first.' : 'Please try again.'
 *   }
 * }
 * ```
 */
export type PlantStoreError =
  | ApiError
  | UnexpectedResponseError
  | NetworkError
  | TimeoutError
  | AbortedError
  | InvalidRequestError
  | AccessTokenError
  | MiddlewareError

/** The properties that every error has. */
interface BaseError<Kind extends string, Self> extends Error {
  /** Always `PlantStoreError`, so that logs and consoles show whose error it is. */
  readonly name: 'PlantStoreError'
  /** What went wrong: the literal to switch on. */
  readonly kind: Kind
  /**
   * Whether the plant may be in the store although this call failed. If `true`, check the store
   * before trying again. If `false`, there is proof that the plant was not added, so it is safe to try
   * again.
   */
  readonly mayHaveBeenAdded: boolean
  /** Returns the error as plain data, without `stack` and `cause`. `JSON.stringify` calls it. */
  toJSON(): PlainError<Self>
}

/**
 * An error as plain data: `kind`, `message`, `mayHaveBeenAdded` and the error's own fields, with the `status` of the
 * response in place of `response`. Keys that an application adds to the global `Error` are not among them.
 */
export type PlainError<E = PlantStoreError> = E extends ApiError | UnexpectedResponseError
  ? Pick<E, 'kind' | 'message' | 'mayHaveBeenAdded' | 'body' | 'retryAfter'> & {
      /** The HTTP status, or 0 for a redirect that a browser hides. */
      readonly status: number
    }
  : E extends InvalidRequestError
    ? Pick<E, 'kind' | 'message' | 'mayHaveBeenAdded' | 'issues'>
    : E extends PlantStoreError
      ? Pick<E, 'kind' | 'message' | 'mayHaveBeenAdded'>
      : never

/** The properties of an error for which there is a response. */
interface ResponseError<Kind extends string, Self> extends BaseError<Kind, Self> {
  /**
   * The response, its body already read. The status of a redirect that a browser hides is 0. Not enumerable, so that
   * consoles and logs leave it out.
   */
  readonly response: Response
  /** Seconds to wait before trying again, from `Retry-After`, if the service sent it. */
  readonly retryAfter?: number
}

/**
 * The service returned an error: any status but a 2xx or a redirect, with the fields of the contract's Error in a
 * body of at most 100,000 characters.
 */
export interface ApiError extends ResponseError<'api', ApiError> {
  /** The response body. The specification does not show what the values of `error` mean. */
  readonly body: ServiceError
}

/**
 * A response that violates the contract: a 200 without a Plant, another 2xx, a redirect, or any other status
 * without an Error in the body, such as a proxy's page.
 */
export interface UnexpectedResponseError
  extends ResponseError<'unexpected-response', UnexpectedResponseError> {
  /** The text of the body, at most its first 4,096 characters. */
  readonly body: string
}

/**
 * There was no complete response: the connection was refused, reset or cut short, the other side does
 * not speak HTTP, or `fetch` returned something other than a response. `cause` is what `fetch` threw. After the
 * method and the URL, the message says how far the call got: `could not be sent`, `made no connection`, `got
 * no response` or `got a response that could not be read`.
 */
export interface NetworkError extends BaseError<'network', NetworkError> {}

/**
 * The time for the whole call, the option `timeout`, ran out. A signal that times out, such as
 * `AbortSignal.timeout()`, gives an `AbortedError` instead.
 */
export interface TimeoutError extends BaseError<'timeout', TimeoutError> {}

/** The caller's signal fired; `cause` is its reason. */
export interface AbortedError extends BaseError<'aborted', AbortedError> {}

/**
 * The plant violates the contract or cannot be written as JSON, or an option of the call is wrong.
 * Nothing was sent.
 */
export interface InvalidRequestError extends BaseError<'invalid-request', InvalidRequestError> {
  /** Every problem found. */
  readonly issues: Issue[]
}

/** A problem with one part of a request, as a Standard Schema issue. */
export interface Issue {
  /** The property names that lead to the part: `['name']`, or `['options', 'timeout']`. */
  path: PropertyKey[]
  /** What is wrong, in words that follow the path: `is required`. */
  message: string
}

/**
 * The token provider failed, or returned something that cannot be a bearer token. This attempt was not
 * sent. `cause` is what the provider threw.
 */
export interface AccessTokenError extends BaseError<'access-token', AccessTokenError> {}

/**
 * A middleware failed: it threw, returned what openapi-fetch does not take, or read a body without a clone.
 * `cause` is what it threw, or an error that says what was wrong. A middleware may have sent the plant itself, so
 * `mayHaveBeenAdded` is `true`, unless it only read a body: of the request, which then was not sent, or of a
 * response that refused the plant.
 */
export interface MiddlewareError extends BaseError<'middleware', MiddlewareError> {}
