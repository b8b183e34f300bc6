import { pickRequest } from '../../generated/contract.ts'
import type { FetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import type { StoreResponse } from '../http/response.ts'
import { checkOptions } from './check-options.ts'
import type { EventEmitter, MockStoreEvents } from './events.ts'
import type { Failure, PendingFailure } from './failures.ts'
import type { MockRequest, RequestRecord } from './mock-request.ts'
import {
  type MockStoreOptions,
  type Settings,
  type SettingsUpdate,
  storeSchema,
} from './options.ts'
import type { NewPlant } from './plant.ts'
import { ReferenceStore } from './reference-store.ts'

/**
 * The reference store: what every transport of the mock leads to. `createMockStore` creates one.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockStore } from 'plant-store-client/mock'
 *
 * const store: MockStore = createMockStore()
 * await store.fetch('https://plants.example.com/trees')
 * console.log(store.requests[0]?.status) // 404
 * ```
 */
export interface MockStore {
  /**
   * The store as a standard fetch handler, for Workers, Bun, Deno, Hono, or as a client's `fetch`. It
   * knows no base address, so any path that ends in `/plants` is the operation's.
   */
  readonly fetch: (
    this: void,
    input: Request | string | URL,
    init?: RequestInit,
  ) => Promise<Response>
  /** The plants in the order in which they were added, those of the options first; a copy. */
  readonly plants: NewPlant[]
  /**
   * The last requests, the oldest first, without CORS preflights; a copy. At most `maxRequests`, and
   * fewer if their bodies add up to more than 32 million characters.
   */
  readonly requests: MockRequest[]
  /**
   * Fails the next request for the operation, or the next `times` of them. Failures queue up, and a
   * failed request adds no plant. Throws a `TypeError` that names everything wrong with a failure.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * store.failNext({ status: 503, headers: { 'retry-after': '1' } })
   * store.failNext('network-error', { times: 3 })
   * ```
   */
  failNext(failure: Failure, options?: { times?: number }): void
  /** Calls `listener` for each event. Returns a function that unsubscribes. */
  on<E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): () => void
  /**
   * Restores the state at the start: the plants, settings and random seed of the options, no requests
   * and no pending failures.
   */
  reset(): void
  /** @internal For the transports, the control API and the server. */
  readonly [INTERNALS]: StoreInternals
}

/** A registered symbol: an application may load this module twice, as ESM and as CJS. */
export const INTERNALS: unique symbol = Symbol.for('plant-store-client/mock/internals')

/** What the rest of the mock needs of a store, and users do not. */
export interface StoreInternals {
  respond(request: StoreRequest): Promise<StoreResponse>
  readonly fetch: FetchHandler
  /** Enters a request into the journal. */
  record(record: RequestRecord): void
  readonly maxBodyBytes: number
  readonly settings: Settings
  updateSettings(update: SettingsUpdate): void
  /** Not a copy. */
  readonly plants: readonly NewPlant[]
  readonly requests: MockRequest[]
  /** The number of requests since the last reset. */
  readonly requestCount: number
  /** The requests after that number, the oldest first. */
  requestsSince(number: number): MockRequest[]
  readonly pendingFailures: readonly PendingFailure[]
  addFailure(failure: Failure, options?: { times?: number }): void
  clearFailures(): void
  reset(): void
  readonly resetCount: number
  /** The options that it was created with. */
  readonly options: MockStoreOptions
  readonly events: EventEmitter
}

/**
 * Creates a store. Stores share nothing.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 * import { createMockStore } from 'plant-store-client/mock'
 *
 * const store = createMockStore({ accessTokens: ['token'] })
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com',
 *   accessToken: 'token',
 *   fetch: store.fetch,
 * })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(store.plants) // [ { name: 'Monstera', id: 1 } ]
 * ```
 */
export function createMockStore(options: MockStoreOptions = {}): MockStore {
  checkOptions(options, storeSchema)
  const { plants = [] } = options
  return toMockStore(new ReferenceStore({ ...options, plants: plants.map(pickRequest) }))
}

/** A store for a session, with the options of another store. */
export const createSessionStore = (store: MockStore, session: string): MockStore =>
  toMockStore(new ReferenceStore(store[INTERNALS].options, session))

function toMockStore(store: StoreInternals): MockStore {
  return {
    fetch: store.fetch,
    get plants() {
      return store.plants.map(plant => ({ ...plant }))
    },
    get requests() {
      return store.requests
    },
    failNext: (failure, options) => store.addFailure(failure, options),
    on(event, listener) {
      if (event !== 'request' && event !== 'plant')
        throw new TypeError(`on: there is no event ${String(event)}`)
      return store.events.on(event, listener)
    },
    reset: () => store.reset(),
    [INTERNALS]: store,
  }
}
