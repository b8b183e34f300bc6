import type { ServiceError } from './plant.ts'

/**
 * Everything that can go wrong with a call, as one union: switch on `kind`.
 *
 * Each member is an `Error`, so it can be thrown on; its `message` begins with method and URL.
 * None holds the access token.
 *
 * @example
 * ```ts
 * import type { PlantStoreError } from 'plant-store-client'
 *
 * function advice(error: PlantStoreError): string {
 *   switch (error.kind) {
 *     case 'api':
 *       return `The store says: ${error.body.message}`
 *     case 'network':
 *     case 'timeout':
 *       return error.mayHaveBeenAdded ? 'Please check the store first.' : 'Please try again.'
 *     default:
 *       return error.message
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

/** What every error has. */
interface Failure<Kind extends string> extends Error {
  /** The same for every kind. */
  readonly name: 'PlantStoreError'
  /** What went wrong: the literal that a `switch` tells the errors apart by. */
  readonly kind: Kind
  /** Could the plant be in the store although this call failed? If not, it is safe to try again. */
  readonly mayHaveBeenAdded: boolean
}

/**
 * The service refused: any answer but a 2xx whose body is an Error by the contract.
 *
 * @example
 * ```ts
 * import type { ApiError } from 'plant-store-client'
 *
 * const shown = ({ status, body }: ApiError) => `The store refused (${status}): ${body.message}`
 * ```
 */
export interface ApiError extends Failure<'api'> {
  /** The HTTP status. */
  readonly status: number
  /** What the service said. The specification does not tell what the values of `error` mean. */
  readonly body: ServiceError
  /** Seconds after which the service asks to be tried again, where it said so. */
  readonly retryAfter: number | undefined
}

/**
 * Something answered, but not as the contract says: a proxy's page, an empty body, a redirect.
 *
 * @example
 * ```ts
 * import type { UnexpectedResponseError } from 'plant-store-client'
 *
 * const logged = ({ status, body }: UnexpectedResponseError) => ({ status, page: body.slice(0, 80) })
 * ```
 */
export interface UnexpectedResponseError extends Failure<'unexpected-response'> {
  /** The HTTP status; 0 for a redirect that a browser hides. */
  readonly status: number
  /** The body's text, at most its first 4,096 characters. */
  readonly body: string
  /** Seconds after which the service asks to be tried again, where it said so. */
  readonly retryAfter: number | undefined
}

/**
 * No whole answer came: refused, reset, cut short, or not HTTP. `cause` is what `fetch` threw.
 *
 * @example
 * ```ts
 * import type { NetworkError } from 'plant-store-client'
 *
 * const isOffline = ({ mayHaveBeenAdded }: NetworkError) => !mayHaveBeenAdded
 * ```
 */
export interface NetworkError extends Failure<'network'> {}

/**
 * The time for the whole call ran out: that of the option `timeout`.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 * import { createMockStore } from 'plant-store-client/mock/server'
 *
 * const { fetch, failNext } = createMockStore()
 * failNext('no-answer')
 * const baseUrl = 'https://plants.example.com/v1'
 * const client = new PlantStoreClient({ baseUrl, accessToken: 'token', fetch })
 * const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, { timeout: 10 })
 * console.log(error?.kind, error?.mayHaveBeenAdded) // timeout true
 * ```
 */
export interface TimeoutError extends Failure<'timeout'> {}

/**
 * The caller's signal fired; `cause` is its reason.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * const signal = AbortSignal.abort('The page was left')
 * const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, { signal })
 * console.log(error?.kind, error?.cause) // aborted The page was left
 * ```
 */
export interface AbortedError extends Failure<'aborted'> {}

/**
 * The plant breaks the contract, cannot be written as JSON, or an option is wrong: nothing was sent.
 *
 * @example
 * ```ts
 * import { type NewPlant, PlantStoreClient } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * const plant: NewPlant = JSON.parse('{ "id": 1 }')
 * const { error } = await client.addPlant(plant)
 * if (error?.kind === 'invalid-request') console.log(error.issues[0]?.path) // [ 'name' ]
 * ```
 */
export interface InvalidRequestError extends Failure<'invalid-request'> {
  /** All that is wrong, not only the first of it. */
  readonly issues: readonly Issue[]
}

/**
 * What is wrong with one part of a request.
 *
 * @example
 * ```ts
 * import type { Issue } from 'plant-store-client'
 *
 * const beside = (field: string, issues: readonly Issue[]) =>
 *   issues.find(({ path }) => path[0] === field)?.message
 * ```
 */
export interface Issue {
  /** The property names that lead to it: `['name']`, or for an option `['options', 'timeout']`. */
  readonly path: readonly PropertyKey[]
  /** What would be right, in words that follow the path: `is required`, `takes ms above 0`. */
  readonly message: string
}

/**
 * The provider failed, or what it gave cannot be a bearer token: this attempt was not sent. `cause`
 * is what the provider threw.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: () => Promise.reject(new Error('Signed out')),
 * })
 * const { error } = await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(error?.kind, String(error?.cause)) // access-token Error: Signed out
 * ```
 */
export interface AccessTokenError extends Failure<'access-token'> {}

/**
 * A middleware threw; `cause` is what it threw.
 *
 * @example
 * ```ts
 * import type { MiddlewareError } from 'plant-store-client'
 *
 * const thrown = ({ cause }: MiddlewareError): unknown => cause
 * ```
 */
export interface MiddlewareError extends Failure<'middleware'> {}

/** What is known of a failure, whatever its kind. */
export interface Facts extends Error {
  kind: PlantStoreError['kind']
  status?: number
  retryAfter?: number | undefined
}

/** Makes the errors of a client, whose messages begin with method and URL. */
export type Fail = (
  kind: Facts['kind'],
  message: string,
  facts?: Partial<Facts> & {
    cause?: unknown
    body?: ServiceError | string
    issues?: readonly Issue[]
  },
) => PlantStoreError

/** Tells our own errors from whatever a plant, an option or a middleware throws. */
export class Failed extends Error {
  override name = 'PlantStoreError'
}

export const failing =
  (request: string): Fail =>
  (kind, message, facts) =>
    Object.assign(new Failed(`${request} ${message}`, facts), facts, {
      kind,
    }) as unknown as PlantStoreError

/**
 * The exception behind an exception: Node's fetch tells the reason in `cause`, and where it tried
 * several addresses (RFC 8305), each has its own in `errors`.
 */
export function rootOf(thrown: unknown): { message?: unknown; code?: unknown } {
  let exception = Object(thrown)
  // Causes may go in a circle, so that there is an end to following them.
  for (let depth = 9; depth--; )
    exception = Object(exception.errors?.[0] ?? exception.cause ?? exception)
  return exception
}
