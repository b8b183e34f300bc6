import { NetworkError } from '../http/answer.ts'
import { keepAlive } from '../http/keep-alive.ts'
import type { OptionSchema } from './check-options.ts'
import type { Failure, StoredFailure } from './failures.ts'
import type { Count } from './limits.ts'
import { checkMatch, type Matcher, type RequestMatch } from './match.ts'
import { MatchQueue, type Scheduled } from './match-queue.ts'
import type { MockRequest, RequestRecord } from './mock-request.ts'
import type { NewPlant } from './plant.ts'

/**
 * Which request `holdNext` holds.
 *
 * @example
 * ```ts
 * import { createMockStore, type HoldOptions } from 'plant-store-client/mock'
 *
 * const monstera: HoldOptions = { match: { name: 'Monstera' } }
 * createMockStore().holdNext(monstera)
 * ```
 */
export interface HoldOptions {
  /**
   * Which request is held.
   * @default the next request for the operation
   */
  match?: RequestMatch | undefined
}

/** The valid options of `holdNext`. */
export const holdOptionsSchema: OptionSchema<HoldOptions> = {
  subject: 'options',
  member: 'an option of holdNext',
  checks: { match: checkMatch },
}

/**
 * A hold: the next matching request stays unanswered until it is released.
 *
 * @example
 * ```ts
 * import { createMockStore, type Hold } from 'plant-store-client/mock'
 *
 * const store = createMockStore()
 * const hold: Hold = store.holdNext()
 * const responding = store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * console.log((await hold.arrived).inFlight) // held
 * hold.release({ status: 503 })
 * console.log((await responding).status) // 503
 * ```
 */
export interface Hold {
  /**
   * The request that is held, body included. Rejects if the hold ends before a request arrives; that is
   * never an unhandled rejection.
   */
  readonly arrived: Promise<MockRequest>
  /**
   * Lets the request be answered as it would have been, or with a failure. If no request has
   * arrived, it ends the hold, and schedules the failure for the next request that matches. Further calls
   * do nothing. Throws a `TypeError` that names everything wrong with a failure.
   */
  release(failure?: Failure): void
  /** The same as `release()`, for `using`. */
  [Symbol.dispose](): void
}

/** A hold as the store keeps it. */
export class StoredHold implements Scheduled {
  readonly id: string
  readonly matcher: Matcher | undefined
  skip = 0
  times = 1
  /** The request as it arrived. Rejects if the hold ends first; callers may ignore it. */
  readonly arrived: Promise<RequestRecord>
  #record: RequestRecord | undefined
  #asArrived: RequestRecord | undefined
  #endReason: string | undefined
  #arrive: (record: RequestRecord) => void = () => {}
  #miss: (reason: Error) => void = () => {}
  #release: (failure: StoredFailure | undefined) => void = () => {}
  #fail: (reason: Error) => void = () => {}

  constructor(id: string, matcher: Matcher | undefined) {
    this.id = id
    this.matcher = matcher
    this.arrived = new Promise((resolve, reject) => {
      this.#arrive = resolve
      this.#miss = reject
    })
    this.arrived.catch(() => {})
  }

  /** The request, while it is held. */
  get held(): RequestRecord | undefined {
    return this.isOver ? undefined : this.#record
  }

  /** The request as it arrived, even after the hold is over. */
  get asArrived(): RequestRecord | undefined {
    return this.#asArrived
  }

  get isOver(): boolean {
    return this.#endReason !== undefined
  }

  /** Why it is over. */
  get endReason(): string | undefined {
    return this.#endReason
  }

  /**
   * Holds a request until it is released. Resolves to the failure that it is released with, if any. Rejects
   * with a `NetworkError` if its client leaves or the hold is ended.
   */
  async untilReleased(
    record: RequestRecord,
    signal: AbortSignal,
  ): Promise<StoredFailure | undefined> {
    if (this.#endReason !== undefined) throw new NetworkError(this.#endReason) // the caller's `match` may end it
    const leave = () => this.end('The client disconnected while the request was held')
    signal.addEventListener('abort', leave)
    record.inFlight = 'held'
    this.#record = record
    this.#asArrived = { ...record }
    this.#arrive(this.#asArrived)
    // In workerd, a promise of another request, such as the one that made the hold, never resolves here.
    const released = new Promise<StoredFailure | undefined>((resolve, reject) => {
      this.#release = resolve
      this.#fail = reject
    })
    try {
      return await keepAlive(released)
    } finally {
      signal.removeEventListener('abort', leave)
      record.inFlight = undefined
    }
  }

  release(failure: StoredFailure | undefined): void {
    this.#finish(
      this.#record ? 'It was released' : 'The hold was released before a request arrived',
    )
    this.#release(failure)
  }

  end(reason: string): void {
    this.#finish(reason)
    this.#fail(new NetworkError(reason))
  }

  #finish(reason: string): void {
    this.#endReason ??= reason
    this.#miss(new Error(reason))
  }
}

/** How many holds of each session can still be asked for their request when they are over. */
const MAX_OVER = 10

/** The holds of a session: scheduled, holding a request, and the last ones that are over. */
export class Holds {
  readonly #scheduled: MatchQueue<StoredHold>
  readonly #holds = new Map<string, StoredHold>()

  /** `count` counts everything that is scheduled; `over` are holds from before a reset. */
  constructor(count: Count, over: readonly StoredHold[] = []) {
    this.#scheduled = new MatchQueue(count)
    for (const hold of over) this.#holds.set(hold.id, hold)
  }

  /** Throws a `StoreError` if there is no room. */
  add(hold: StoredHold): void {
    this.#scheduled.add(hold)
    this.#forgetOldest()
    this.#holds.set(hold.id, hold)
  }

  /** Returns the hold that a request with that plant meets, if any. */
  find(plant: NewPlant | undefined): StoredHold | undefined {
    return this.#scheduled.find(plant)
  }

  /** Unschedules a hold that meets its request. */
  meet(hold: StoredHold): void {
    this.#scheduled.remove(hold.id)
  }

  get(id: string): StoredHold | undefined {
    return this.#holds.get(id)
  }

  release(hold: StoredHold, failure: StoredFailure | undefined): void {
    this.#scheduled.remove(hold.id)
    hold.release(failure)
  }

  /** Ends every hold; a request that is held gets a network error. */
  end(reason: string): void {
    this.#scheduled.clear()
    for (const hold of this) hold.end(reason)
  }

  /** The last holds that are over, which can still be looked up. */
  get over(): readonly StoredHold[] {
    return [...this.#holds.values()].filter(({ isOver }) => isOver).slice(-MAX_OVER)
  }

  #forgetOldest(): void {
    const kept = this.over
    for (const hold of this.#holds.values())
      if (hold.isOver && !kept.includes(hold)) this.#holds.delete(hold.id)
  }

  /** Holds that are not over, those with a request first, each group in the order of being added. */
  *[Symbol.iterator](): Generator<StoredHold> {
    for (const hold of this.#holds.values()) if (hold.held) yield hold
    for (const hold of this.#holds.values()) if (!hold.isOver && !hold.held) yield hold
  }
}
