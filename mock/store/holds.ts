import type { OptionSchema } from './check-options.ts'
import type { MockFailure } from './failure.ts'
import { checkMatch, isFor, type Matcher, type RequestMatch } from './match.ts'
import type { MockRequest } from './mock-request.ts'
import type { NewPlant } from './plant.ts'
import { toMockRequest } from './read-record.ts'
import type { RequestRecord } from './request-record.ts'
import type { StoredFailure } from './stored-failure.ts'

/** Which request `holdNext` holds. */
export interface MockHoldOptions {
  /**
   * Which request is held.
   * @default the next request for the operation
   */
  match?: RequestMatch | undefined
}

/** The valid options of `holdNext`. */
export const holdOptionsSchema: OptionSchema<MockHoldOptions> = {
  subject: 'options',
  member: 'an option of holdNext',
  checks: { match: checkMatch },
}

/**
 * A hold: the next matching request stays unanswered until it is released.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockHold } from 'plant-store-client/mock'
 *
 * const store = createMockStore()
 * const hold: MockHold = store.holdNext()
 * const responding = store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * console.log((await hold.arrived).inFlight) // held
 * hold.release({ status: 503 })
 * console.log((await responding).status) // 503
 * ```
 */
export interface MockHold {
  /**
   * The request as it arrived, body included. Rejects if the hold ends before a request arrives; that is
   * never an unhandled rejection.
   */
  readonly arrived: Promise<MockRequest>
  /**
   * Lets the request be answered as it would have been, or with a failure. If no request has
   * arrived, it ends the hold, and schedules the failure for the next request that matches. Further calls
   * do nothing. Throws a `TypeError` that names everything wrong with a failure.
   */
  release(failure?: MockFailure): void
  /** The same as `release()`, for `using`. */
  [Symbol.dispose](): void
}

/** A hold that waits for its request, or holds it. */
export class StoredHold implements MockHold {
  readonly id: string
  readonly matcher: Matcher | undefined
  readonly arrived: Promise<MockRequest>
  readonly release: (failure?: MockFailure) => void
  #held: RequestRecord | undefined
  #resolveArrived: (request: MockRequest) => void = () => {}
  #rejectArrived: (reason: Error) => void = () => {}
  #resolveReleased: (failure: StoredFailure | undefined) => void = () => {}

  /** `release` is what the store does for the hold's own method. */
  constructor(id: string, matcher: Matcher | undefined, release: (failure?: MockFailure) => void) {
    this.id = id
    this.matcher = matcher
    this.release = release
    this.arrived = new Promise((resolve, reject) => {
      this.#resolveArrived = resolve
      this.#rejectArrived = reject
    })
    this.arrived.catch(() => {}) // callers may ignore it
  }

  [Symbol.dispose](): void {
    this.release()
  }

  /** The request, once it has arrived. */
  get held(): RequestRecord | undefined {
    return this.#held
  }

  /** Holds a request. Resolves when it is released, to the failure that it is released with, if any. */
  hold(record: RequestRecord): Promise<StoredFailure | undefined> {
    this.#held = record
    // Made here: in workerd, a promise made for another request never resolves for this one
    // (https://github.com/cloudflare/cloudflare-docs/pull/29797).
    return new Promise(resolve => {
      this.#resolveReleased = resolve
    })
  }

  /** Announces that the request has arrived. */
  announce(record: RequestRecord): void {
    this.#resolveArrived(toMockRequest(record))
  }

  letGo(failure: StoredFailure | undefined): void {
    this.#resolveReleased(failure)
  }

  /** Announces that no request will arrive, unless one has. */
  miss(reason: string): void {
    this.#rejectArrived(new Error(reason))
  }
}

/** What is remembered of a hold that is over. */
export interface PastHold {
  readonly reason: string
  /** The number of its request, if one arrived. */
  readonly requestNumber: number | undefined
}

/** How many holds of each session are remembered when they are over. */
const MAX_PAST = 10

/** The holds of a session, in the order in which they were added. */
export class Holds {
  readonly #holds = new Map<string, StoredHold>()
  /** The last holds that are over, in the order of their ends. */
  readonly #past = new Map<string, PastHold>()

  /** `before` are the holds from before a reset, all of which are over, and whose requests are forgotten. */
  constructor(before?: Holds) {
    if (!before) return
    for (const [id, { reason }] of before.#past)
      this.#past.set(id, { reason, requestNumber: undefined })
  }

  add(hold: StoredHold): void {
    this.#holds.set(hold.id, hold)
  }

  /** Returns the first matching hold that has no request yet. Throws what a caller's function throws. */
  find(plant: NewPlant | undefined): StoredHold | undefined {
    // A caller's function may end the hold.
    for (const hold of this.#holds.values())
      if (!hold.held && isFor(hold.matcher, plant) && this.#holds.has(hold.id)) return hold
    return undefined
  }

  /** Returns a hold that is not over. */
  get(id: string): StoredHold | undefined {
    return this.#holds.get(id)
  }

  /** Returns one of the last holds that are over. */
  getPast(id: string): PastHold | undefined {
    return this.#past.get(id)
  }

  /** Ends a hold. Does nothing if it is over. */
  end(hold: StoredHold, reason: string): void {
    if (!this.#holds.delete(hold.id)) return
    this.#past.set(hold.id, { reason, requestNumber: hold.held?.number })
    const [oldest = ''] = this.#past.keys()
    if (this.#past.size > MAX_PAST) this.#past.delete(oldest)
    hold.miss(reason)
  }

  /** Ends all holds. `InFlight` ends the requests that they hold. */
  endAll(reason: string): void {
    for (const hold of this.#holds.values()) this.end(hold, reason)
  }

  /** The holds that are not over, first those with a request. */
  *[Symbol.iterator](): Generator<StoredHold> {
    for (const hold of this.#holds.values()) if (hold.held) yield hold
    for (const hold of this.#holds.values()) if (!hold.held) yield hold
  }
}
