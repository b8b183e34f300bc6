import type { Middleware as OpenapiFetchMiddleware } from 'openapi-fetch'
import type { AccessToken } from './token.ts'

/**
 * A middleware of openapi-fetch: hooks on each attempt's `Request`, its `Response` and its error. The
 * option `middleware` takes the place of openapi-fetch's `use()`.
 *
 * A hook that throws, that is still running when the call ends, or that returns a `Response` or an
 * `Error` other than the one it was given may have sent the plant itself. `mayHaveBeenAdded` is then
 * `true`, and the attempt is retried only with `retryAmbiguous`, and never after a `middleware` error. The same
 * holds if a hook sends anything with `options.fetch`, whatever the address. No hook is called after the call.
 *
 * @example
 * ```ts
 * import { type Middleware, PlantStoreClient } from 'plant-store-client'
 *
 * const traced: Middleware = {
 *   onRequest({ request }) {
 *     request.headers.set('x-request-id', crypto.randomUUID())
 *   },
 * }
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 *   middleware: [traced],
 * })
 * ```
 */
export type Middleware = OpenapiFetchMiddleware

/**
 * Options of one call. They override the client's options. A wrong option makes the call fail with
 * `invalid-request`, and nothing is sent.
 *
 * @example
 * ```ts
 * import type { AddPlantOptions } from 'plant-store-client'
 *
 * const options: AddPlantOptions = {
 *   signal: AbortSignal.timeout(60_000),
 *   timeout: 5_000,
 *   maxRetries: 0,
 *   headers: { 'x-request-id': crypto.randomUUID() },
 * }
 * ```
 */
export interface AddPlantOptions {
  /**
   * The bearer token for this call, or a function that returns one: on a server, the token of the user whose
   * request it is. A call that names it never sends the client's token: what is not a token, `undefined` and `''`
   * included, fails with `access-token`.
   *
   * @default what the client has
   */
  accessToken?: AccessToken
  /** Ends the call at once with an `aborted` error, whose `cause` is the signal's reason. */
  signal?: AbortSignal | null | undefined
  /**
   * Milliseconds for the whole call: token, attempts, back-off and reading the body. `Infinity` for
   * no limit.
   *
   * @default 30_000; for a call, what the client has
   */
  timeout?: number | undefined
  /**
   * Further attempts after the first. Unless `retryAmbiguous` is set, they are made only on Node, on Workers and on
   * Bun from 1.3.14 on, which send a request once, and only if no connection was made, or the service returned 429 or
   * 503, either with `Retry-After`. The attempt with a new token after a 401 does not count.
   *
   * @default 2; for a call, what the client has
   */
  maxRetries?: number | undefined
  /**
   * Also retry when the plant may have been added: after a `network` error, a 5xx, 408, 425 or 429. Only for a
   * service that does not add the same plant twice; the specification does not say whether it does.
   *
   * @default false; for a call, what the client has
   */
  retryAmbiguous?: boolean | undefined
  /**
   * Headers for each request. A header of a call replaces the client's header of the same name. Undefined
   * values are left out. `Authorization` is refused: it is set from `accessToken` alone. So are headers of the
   * connection, such as `Content-Length`.
   *
   * @default none
   */
  headers?:
    | RequestInit['headers']
    | readonly (readonly [name: string, value: string])[]
    | { readonly [name: string]: string | undefined }
    | undefined
}

/**
 * Options of a client. A wrong option makes the constructor throw a `TypeError` that names it. Only
 * own properties count.
 *
 * @example
 * ```ts
 * import { PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
 *
 * const options: PlantStoreClientOptions = {
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 *   timeout: 10_000,
 *   headers: { 'x-app': 'greenhouse' },
 * }
 * const client = new PlantStoreClient(options)
 * ```
 */
export interface PlantStoreClientOptions extends Omit<AddPlantOptions, 'signal' | 'accessToken'> {
  /**
   * The service's base address, http or https, without a query, fragment or credentials. Its path is
   * kept. In a page it may be relative and begin with `/` or `.`. Where a framework renders the page on a server,
   * the constructor accepts such an address, and each call fails with `invalid-request`.
   */
  baseUrl: string | URL
  /**
   * The bearer token, or a function that returns one: it is called before every attempt, and after a 401 with the
   * token that the service `rejected`. It may return the token of the user who asks.
   */
  accessToken: AccessToken
  /**
   * The fetch to use, called as `(url, init)`. It must not follow redirects: `init.redirect` says so.
   *
   * @default `globalThis.fetch`, looked up at each attempt, so that interception set up later sees it
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * openapi-fetch middleware, in place of `use()`. It runs for each attempt. Of a `Request` that a hook
   * returns, the URL, method, headers, body, credentials, `keepalive` and signal are used. Middleware needs
   * the globals `Request` and `Response`.
   */
  middleware?: readonly Middleware[] | undefined
}
