import type { MockStoreEvents } from './events.ts'
import type { MockFailure, MockFailureOptions } from './failure.ts'
import type { MockHold, MockHoldOptions } from './holds.ts'
import type { RequestMatch } from './match.ts'
import type { MockRequest } from './mock-request.ts'
import type { MockSettingsUpdate } from './options.ts'
import type { NewPlant } from './plant.ts'

/** A failure or a hold that no request has used yet. */
export type MockScheduled<Match = RequestMatch> =
  | {
      /** What each of the requests gets. */
      readonly failure: MockFailure
      /** How many requests get it. */
      readonly times: number
      /** How many more matching requests pass first. */
      readonly skip: number
      /** Absent if it is for every request. */
      readonly match?: Match
    }
  | {
      /** Tells a hold from a failure. */
      readonly hold: true
      /** Absent if it is for every request. */
      readonly match?: Match
    }

/**
 * The reference store, which is behind every transport of the mock. `createMockStore` creates one.
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
   * After a `Request` the second argument is ignored: Workers pass their environment there.
   */
  readonly fetch: (
    this: void,
    input: Request | string | URL,
    init?: RequestInit,
  ) => Promise<Response>
  /** The plants in the order in which they were added, beginning with the option `plants`; a copy. */
  readonly plants: NewPlant[]
  /**
   * The last requests in the order of their ends, then those in flight, without CORS preflights; a copy. At
   * most `maxRequests`, and 10,000 in all sessions.
   */
  readonly requests: MockRequest[]
  /**
   * The failures and holds that no request has used yet, failures first, each in the order in which they were
   * added; a copy. A test that ends with `expect(store.scheduled).toEqual([])` notices a `match` that never
   * matched.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * store.failNext({ status: 503 }, { match: { id: 7 } })
   * console.log(store.scheduled) // [ { failure: { status: 503 }, times: 1, skip: 0, match: { id: 7 } } ]
   * ```
   */
  readonly scheduled: MockScheduled[]
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
   * Fails the next request for the operation, or the next `times` requests. With `match`, only matching
   * requests count. `skip` lets that many of them pass first. A request gets the first failure that matches it,
   * and adds no plant. After a 421, Node's own `fetch` sends the request once more by itself: use `times: 2`. Throws a `TypeError` that names everything wrong with a failure.
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
  failNext(failure: MockFailure, options?: MockFailureOptions): void
  /**
   * Removes every failure that `failNext` has scheduled. Random failures (`failureRate`) go on.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * store.failNext({ status: 503 }, { times: Infinity })
   * // ... the application shows that the service is down ...
   * store.clearFailures()
   * ```
   */
  clearFailures(): void
  /**
   * Holds the next request for the operation, or the next one that matches: it is not answered until it is
   * released. `reset()`, and `close()` of a server, end what is held with a network error. A request whose
   * client disconnects is journaled with a `reason` and without a `status`. Throws a `TypeError` that names
   * everything wrong with the options.
   *
   * At most 500 requests of all sessions are held or delayed: another one gets a 503 with `Retry-After`, and
   * the hold waits for the next.
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
  holdNext(options?: MockHoldOptions): MockHold
  /**
   * Changes settings of the running store, until a reset restores the options. Settings that are left out stay
   * as they are. Throws a `TypeError` that names each wrong one.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock'
   *
   * const store = createMockStore()
   * store.updateSettings({ latency: [200, 800], failureRate: 0.1 })
   * ```
   */
  updateSettings(update: MockSettingsUpdate): void
  /** Calls `listener` for each event. Returns a function that unsubscribes. */
  on<E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): () => void
  /**
   * Restores the state at the start: the plants, settings and random seed of the options, no requests,
   * no failures and no holds. A request in flight gets a network error. One whose body is still arriving is
   * answered, but leaves no plant and no entry in the store.
   */
  reset(): void
}
