import type { ErrorBody, FieldsOf } from './plant.ts'

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

/**
 * An error as plain data: `kind`, `message` and `mayHaveBeenAdded`; for `api` and `unexpected-response` also `status`,
 * `body` and `retryAfter`, for `invalid-request` `issues`. Keys that an application adds to the global `Error` are not
 * among them.
 */
export type PlainError =
  | PlainResponseError<'api', ErrorBody>
  | PlainResponseError<'unexpected-response', string>
  | PlainRequestError
  | PlainErrorOf<'network' | 'timeout' | 'aborted' | 'access-token' | 'middleware'>

/** What every error has, as plain data too. */
type PlainErrorOf<Kind extends string> = {
  /** What went wrong: the literal to switch on. */
  readonly kind: Kind
  /** Begins with the method and the URL. */
  message: string
  /**
   * Whether the plant may be in the store although this call failed. If `true`, check the store
   * before trying again. If `false`, there is proof that this call did not add the plant.
   */
  readonly mayHaveBeenAdded: boolean
}

/** An error for which there is a response, as plain data. */
type PlainResponseError<Kind extends string, Body> = PlainErrorOf<Kind> & {
  /** The HTTP status, or 0 for a redirect that a browser hides. */
  readonly status: number
  /** The response body: an Error of the contract, or the beginning of a text. */
  readonly body: FieldsOf<Body>
  /** Seconds to wait before trying again, from `Retry-After`, if the service sent it. */
  readonly retryAfter?: number
}

/** An error of what was to be sent, as plain data. */
type PlainRequestError = PlainErrorOf<'invalid-request'> & {
  /** Every problem found. */
  readonly issues: Issue[]
}

/** The properties that every error has. */
interface BaseError<Plain extends PlainError> extends Error, PlainErrorOf<Plain['kind']> {
  /** Always `PlantStoreError`, so that logs and consoles show whose error it is. */
  readonly name: 'PlantStoreError'
  /** Returns the error as plain data, without `stack` and `cause`. `JSON.stringify` calls it. */
  toJSON(): Plain
}

/** The properties of an error for which there is a response. */
interface ResponseError<Plain extends PlainError> extends BaseError<Plain> {
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
export interface ApiError extends ResponseError<PlainResponseError<'api', ErrorBody>> {
  /** The response body. */
  readonly body: ErrorBody
}

/**
 * A response that violates the contract: a 200 without a Plant, another 2xx, a redirect, or any other status
 * without an Error in the body, such as a proxy's page.
 */
export interface UnexpectedResponseError
  extends ResponseError<PlainResponseError<'unexpected-response', string>> {
  /** The text of the body, at most its first 4,096 characters. */
  readonly body: string
}

/**
 * There was no complete response: the connection was refused, reset or cut short, the other side does
 * not speak HTTP, or `fetch` returned something other than a response. `cause` is what `fetch` threw. After the
 * method and the URL, the message says how far the call got: `could not be sent`, `made no connection`, `got
 * no response` or `got a response that could not be read`.
 */
export interface NetworkError extends BaseError<PlainErrorOf<'network'>> {}

/**
 * The time for the whole call, the option `timeout`, ran out. A signal that times out, such as
 * `AbortSignal.timeout()`, gives an `AbortedError` instead.
 */
export interface TimeoutError extends BaseError<PlainErrorOf<'timeout'>> {}

/** The caller's signal fired; `cause` is its reason. */
export interface AbortedError extends BaseError<PlainErrorOf<'aborted'>> {}

/**
 * The plant violates the contract or cannot be written as JSON, or an option of the call is wrong.
 * Nothing was sent.
 */
export interface InvalidRequestError extends BaseError<PlainRequestError>, PlainRequestError {}

/** A problem with one part of a request, as a Standard Schema issue. */
export type Issue = {
  /** The property names that lead to the part: `['name']`, or `['options', 'timeout']`. */
  path: (string | number)[]
  /** What is wrong, in words that follow the path: `is required`. */
  message: string
}

/**
 * The token provider failed, or what it returned, or what the call has as `accessToken`, cannot be a bearer token. This
 * attempt was not sent. `cause` is what the provider threw.
 */
export interface AccessTokenError extends BaseError<PlainErrorOf<'access-token'>> {}

/**
 * A middleware failed: it threw, returned what openapi-fetch does not take, or read a body without a clone.
 * `cause` is what it threw, or an error that says what was wrong. A middleware may have sent the plant itself, so
 * `mayHaveBeenAdded` is `true`, unless it only read a body: of the request, which then was not sent, or of a
 * response that refused the plant.
 */
export interface MiddlewareError extends BaseError<PlainErrorOf<'middleware'>> {}
