import type { Middleware as OpenapiFetchMiddleware } from 'openapi-fetch'
import type { Issue } from './errors.ts'
import { isToken } from './token.ts'

/**
 * A middleware of openapi-fetch: hooks on each attempt's `Request`, its `Response` and its error.
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
 * A bearer token, or a provider that is asked for one before every attempt.
 *
 * `rejected` is the token that the service has just answered 401 to: get a new one. Attempts that
 * ask at the same time with the same `rejected` share one answer. A token is visible ASCII without
 * spaces, all that fits after `Bearer ` in a header: the specification shows no format.
 *
 * @example
 * ```ts
 * import { type AccessToken, PlantStoreClient } from 'plant-store-client'
 *
 * let token = 'expired'
 * const accessToken: AccessToken = async ({ rejected }) => {
 *   if (rejected === token) token = 'token' // in earnest: refresh it
 *   return token
 * }
 * const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })
 * const result = await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(result.ok) // true
 * ```
 */
export type AccessToken = string | ((context: { rejected?: string }) => string | Promise<string>)

/**
 * Options of one call; those of the client hold where they are left out. A wrong one is in the
 * result, as `invalid-request`.
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
  /** Ends the call at once, wherever it is; the error's `cause` is the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds for the whole call: token, attempts, back-off and reading the body. `Infinity` for
   * no limit.
   * @default 30_000
   */
  timeout?: number | undefined
  /**
   * Further attempts after the first, made only where the service certainly did not add the plant: a
   * connection that was never made, and 429 or 503 with `Retry-After`. The one attempt with a new
   * token after a 401 does not count.
   * @default 2
   */
  maxRetries?: number | undefined
  /**
   * Also retry where the plant may have been added: after a 5xx and a lost connection. Only for a
   * service whose add is known to be repeatable; the specification does not say so.
   * @default false
   */
  retryAmbiguous?: boolean | undefined
  /** Sent besides the client's own; `Authorization` comes from `accessToken` alone. */
  headers?: HeadersInit | undefined
}

/**
 * Options of a client. A wrong one is a `TypeError` from the constructor, which names it.
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
export interface PlantStoreClientOptions extends Omit<AddPlantOptions, 'signal'> {
  /** The service's base address, http or https; its path is kept. In a browser it may be relative. */
  baseUrl: string | URL
  /** The bearer token, or a provider of it. */
  accessToken: AccessToken
  /**
   * The fetch to use, called as `(url, init)`. Without it `globalThis.fetch` is looked up at each
   * call, so that interception set up later still sees it.
   */
  fetch?: typeof globalThis.fetch | undefined
  /** openapi-fetch middleware, run for each attempt. */
  middleware?: Middleware[] | undefined
}

/** Whether an option takes a value, and in words what it takes; the value may be secret. */
type Rule = [takes: (value: never) => unknown, words: string]

const isFunction = (value: unknown) => typeof value === 'function'

const rules = {
  timeout: [(ms: unknown) => typeof ms === 'number' && ms > 0, 'ms above 0'],
  maxRetries: [(count: number) => Number.isInteger(count) && count >= 0, 'a whole number'],
  retryAmbiguous: [(value: unknown) => typeof value === 'boolean', 'a boolean'],
  headers: [(plain: object) => !('authorization' in plain), 'headers without Authorization'],
} satisfies Record<string, Rule>

export const callRules: Record<keyof AddPlantOptions, Rule> = {
  ...rules,
  signal: [(signal: AbortSignal) => 'aborted' in signal, 'an AbortSignal'],
}

export const clientRules: Record<keyof PlantStoreClientOptions, Rule> = {
  ...rules,
  baseUrl: [
    (url: string | URL) => url && /^https?:[^?#]+$/.test(new Request(url).url),
    'an http(s) URL without ? or #',
  ],
  accessToken: [(token: unknown) => isToken(token) || isFunction(token), 'a token or a function'],
  fetch: [isFunction, 'a function'],
  middleware: [(all: unknown[]) => all.every(one => Object(one) === one), 'an array of objects'],
}

/**
 * Options with their headers read once, for the check and for the request: names in lower case, so
 * that one overrides another. The check refuses `null`, which stands for what are no headers.
 */
export function withPlainHeaders(options: AddPlantOptions | PlantStoreClientOptions): {
  headers?: Record<string, string> | null | undefined
} {
  const { headers } = options
  try {
    return { ...options, headers: headers && Object.fromEntries(new Headers(headers)) }
  } catch {
    return { ...options, headers: null }
  }
}

/** What is wrong with options; a value is never shown. */
export function issuesOf(options: object, rules: Record<string, Rule>): Issue[] {
  const issues: Issue[] = []
  for (const [path, value] of Object.entries(options)) {
    const rule = rules[path]
    try {
      if (value === undefined ? rule : rule?.[0](value as never)) continue
    } catch {} // what cannot even be asked is not taken
    issues.push({
      path: ['options', path],
      message: rule?.[1] ? `takes ${rule[1]}` : 'is not an option',
    })
  }
  return issues
}
