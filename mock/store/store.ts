import { pickRequest } from '../../generated/contract.ts'
import type { FetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import type { StoreResponse } from '../http/response.ts'
import { checkOptions } from './check-options.ts'
import type { EventEmitter, MockStoreEvents } from './events.ts'
import type { Failure, FailureOptions } from './failures.ts'
import type { Hold, HoldOptions, StoredHold } from './holds.ts'
import type { JournalEntry } from './journal.ts'
import type { MockRequest, RequestRecord } from './mock-request.ts'
import {
  type MockStoreOptions,
  type Settings,
  type SettingsUpdate,
  storeSchema,
} from './options.ts'
import type { Pending } from './pending.ts'
import type { NewPlant } from './plant.ts'
import { ReferenceStore } from './reference-store.ts'
import type { Arrival } from './responder.ts'

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
   *
   * After a `Request`, what comes second is an init only if it has a `signal` or `headers`: Workers pass
   * their environment.
   */
  readonly fetch: (
    this: void,
    input: Request | string | URL,
    init?: RequestInit,
  ) => Promise<Response>
  /** The plants in the order in which they were added, those of the options first; a copy. */
  readonly plants: NewPlant[]
  /**
   * The last requests in the order of their responses, then those that are still held or delayed, without
   * CORS preflights; a copy. At most `maxRequests`, and fewer if those of all sessions take up more than 33
   * million characters.
   */
  readonly requests: MockRequest[]
  /**
   * Adds plants as if they had been there from the start, except that a reset removes them. Throws a
   * `TypeError` that names everything wrong with them, and an `Error` if the store cannot keep as many;
   * then none is added.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * store.addPlants([{ id: 1, name: 'Monstera' }])
   * console.log(store.plants.length) // 1
   * ```
   */
  addPlants(plants: readonly NewPlant[]): void
  /**
   * Fails the next request for the operation, the next `times` of them, or those that `match`. `skip` lets
   * that many of them pass first. A request gets the first pending failure that is for it, and adds no
   * plant. Throws a `TypeError` that names everything wrong with a failure.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * store.failNext({ status: 503, headers: { 'retry-after': '1' } })
   * store.failNext('network-error', { times: 3, skip: 2 })
   * store.failNext({ status: 400 }, { match: { tag: 'tropical' }, times: Infinity })
   * ```
   */
  failNext(failure: Failure, options?: FailureOptions): void
  /**
   * Holds the next request for the operation, or the next one that matches: it is not answered until it is
   * released. `reset()`, and `close()` of a server, end what is held with a network error. A request whose
   * client disconnects is journaled with a `reason` and without a `status`. Throws a `TypeError` that names
   * everything wrong with the options.
   *
   * Held and delayed requests of all sessions take up at most 33 million characters: then a request that
   * would be held gets a 503 with `Retry-After`, and the hold waits for the next.
   *
   * @example
   * ```ts
   * import { PlantStoreClient } from 'plant-store-client'
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * const client = new PlantStoreClient({
   *   baseUrl: 'https://plants.example.com',
   *   accessToken: 'token',
   *   fetch: store.fetch,
   * })
   * const hold = store.holdNext({ match: { id: 7 } })
   * const adding = client.addPlant({ id: 7, name: 'Monstera' })
   * await hold.arrived
   * // ... the application shows that it is waiting ...
   * hold.release()
   * console.log((await adding).ok) // true
   * ```
   */
  holdNext(options?: HoldOptions): Hold
  /** Calls `listener` for each event. Returns a function that unsubscribes. */
  on<E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): () => void
  /**
   * Restores the state at the start: the plants, settings and random seed of the options, no requests,
   * no pending failures and no holds. A request that is held gets a network error. One that is still to be
   * answered belongs to the time before, so that its plant and its entry are not in the store afterwards.
   */
  reset(): void
  /** @internal For the transports, the control API and the server. */
  readonly [INTERNALS]: StoreInternals
}

/** A registered symbol: an application may load this module twice, as ESM and as CJS. */
export const INTERNALS: unique symbol = Symbol.for('plant-store-client/mock/internals')

/** What the rest of the mock needs of a store, and users do not. */
export interface StoreInternals {
  /** `arrival` is given if the request was numbered before. */
  respond(request: StoreRequest, arrival?: Arrival): StoreResponse | Promise<StoreResponse>
  readonly fetch: FetchHandler
  /** Numbers a request that may be answered by someone else. */
  arrive(request: StoreRequest): Arrival
  /** Enters the response of someone else into the journal. */
  settle(arrival: Arrival, response: StoreResponse): void
  readonly maxBodyBytes: number
  readonly settings: Settings
  updateSettings(update: SettingsUpdate): void
  /** Not always a copy. */
  readonly plants: readonly NewPlant[]
  readonly plantCount: number
  addPlants(plants: readonly NewPlant[]): void
  readonly requests: MockRequest[]
  /** The number of requests that were answered since the last reset, or since they were cleared. */
  readonly requestCount: number
  /** The entries of the journal after that position, the oldest first. */
  requestsSince(position: number): readonly JournalEntry[]
  /** The last of the requests, formed when they are read. */
  lastRequests(count: number): readonly { readonly request: MockRequest }[]
  /** Requests that are held or delayed, in the order of their arrival. */
  readonly waiting: readonly RequestRecord[]
  clearRequests(): void
  /** What is in store for requests to come. */
  readonly pending: Pending
  /** `canUndo` keeps what is removed for `undoReset`. */
  reset(options?: { canUndo?: boolean }): void
  /** Restores what the last reset removed. Returns why it cannot, if so. */
  undoReset(): string | undefined
  /** Changes with each reset, and when the requests are cleared. */
  readonly runCount: number
  readonly events: EventEmitter
  /** The options that it was created with. */
  readonly options: MockStoreOptions
  /** Another store with the same options, for the requests of that session. */
  createSession(name: string): StoreInternals
  /** Whether a request is being answered, held or delayed, or still arriving. */
  readonly isBusy: boolean
  /**
   * The session is over: ends its holds, and gives its share of what all sessions keep to the others. From
   * now on requests get a 410 with that reason, and changes throw an `EndedError`.
   */
  end(reason: string): void
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
  toMockStore(store[INTERNALS].createSession(session))

/** What users see of a store. */
const toMockStore = (store: StoreInternals): MockStore => ({
  fetch: store.fetch,
  get plants() {
    return store.plants.map(plant => ({ ...plant }))
  },
  get requests() {
    return store.requests
  },
  addPlants(plants) {
    store.addPlants(plants)
  },
  failNext(failure, options) {
    store.pending.addFailure(failure, options)
  },
  holdNext(options) {
    return toHold(store.pending, store.pending.addHold(options))
  },
  on(event, listener) {
    if (event !== 'request' && event !== 'plant')
      throw new TypeError(`on: there is no event ${String(event)}`)
    return store.events.on(event, listener)
  },
  reset() {
    store.reset()
  },
  [INTERNALS]: store,
})

/** `pending` is that of the run that the hold belongs to. */
const toHold = (pending: Pending, hold: StoredHold): Hold => ({
  get arrived() {
    return hold.arrived
  },
  release: failure => pending.releaseHold(hold, failure),
  [Symbol.dispose]: () => pending.releaseHold(hold),
})
