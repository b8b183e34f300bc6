import { keepAlive } from '../http/keep-alive.ts'
import { type Aimed, AimedQueue } from './aimed-queue.ts'
import type { Budget } from './budget.ts'
import type { OptionSchema } from './check-options.ts'
import type { Failure, StoredFailure } from './failures.ts'
import { checkMatch, type Matcher, type RequestMatch } from './match.ts'
import { type MockRequest, type RequestRecord, toMockRequest } from './mock-request.ts'
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

/** What the options of `holdNext` may be. */
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
 * console.log((await hold.arrived).pending) // held
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
   * Lets the request be answered as it would have been, or with a failure. Without a request it ends the
   * hold, and a failure is met by the next request that matches. After that it does nothing. Throws a
   * `TypeError` that names everything wrong with a failure.
   */
  release(failure?: Failure): void
  /** The same as `release()`, for `using`. */
  [Symbol.dispose](): void
}

/** How the time of a held request ended. */
export type HoldOutcome =
  | { readonly type: 'released'; readonly failure: StoredFailure | undefined }
  | { readonly type: 'client-left' }
  | { readonly type: 'ended'; readonly reason: string }

/** A hold, which a request may have met. */
export class StoredHold implements Aimed {
  readonly id: string
  readonly matcher: Matcher | undefined
  skip = 0
  times = 1
  readonly #listeners = new Set<() => void>()
  readonly #arrival: Promise<RequestRecord>
  #arrived: Promise<MockRequest> | undefined
  #record: RequestRecord | undefined
  #outcome: HoldOutcome | undefined
  #resolveArrival: (record: RequestRecord) => void = () => {}
  #rejectArrival: (reason: Error) => void = () => {}
  #settle: (outcome: HoldOutcome) => void = () => {}

  constructor(id: string, matcher: Matcher | undefined) {
    this.id = id
    this.matcher = matcher
    this.#arrival = new Promise((resolve, reject) => {
      this.#resolveArrival = resolve
      this.#rejectArrival = reject
    })
    this.#arrival.catch(() => {}) // nobody has to wait for it
  }

  /** The request as it arrived. It is made for who asks: a parsed body may take up much more than its text. */
  get arrived(): Promise<MockRequest> {
    if (!this.#arrived) {
      this.#arrived = this.#arrival.then(record => toMockRequest(record))
      this.#arrived.catch(() => {})
    }
    return this.#arrived
  }

  get chars(): number {
    return this.matcher?.chars ?? 0
  }

  /** The request that is or was held. */
  get record(): RequestRecord | undefined {
    return this.#record
  }

  /** How it ended; undefined as long as it is in force. */
  get outcome(): HoldOutcome | undefined {
    return this.#outcome
  }

  /** Calls `listener` when the hold has a request and when it is over. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Holds a request until it is released, its client leaves, or the hold ends. */
  async hold(record: RequestRecord, signal: AbortSignal): Promise<HoldOutcome> {
    const settled = new Promise<HoldOutcome>(resolve => {
      this.#settle = resolve
    })
    this.#record = record
    record.pending = 'held'
    const leave = () => this.#finish({ type: 'client-left' })
    signal.addEventListener('abort', leave)
    this.#resolveArrival({ ...record })
    this.#notify()
    try {
      return await keepAlive(settled)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  release(failure: StoredFailure | undefined): void {
    this.#rejectArrival(new Error('The hold was released before a request arrived'))
    this.#finish({ type: 'released', failure })
  }

  end(reason: string): void {
    this.#rejectArrival(new Error(reason))
    this.#finish({ type: 'ended', reason })
  }

  #finish(outcome: HoldOutcome): void {
    if (this.#outcome) return
    this.#outcome = outcome
    this.#notify() // while the record says that the request is held
    if (this.#record) this.#record.pending = undefined
    this.#settle(outcome)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The holds of a store: those that wait for a request, and those with one. */
export class Holds {
  readonly #waiting: AimedQueue<StoredHold>
  readonly #held = new Map<string, StoredHold>()

  constructor(budget: Budget) {
    this.#waiting = new AimedQueue(budget)
  }

  /** Whether there is room for one more. */
  fits(hold: StoredHold): boolean {
    return this.#waiting.fits(hold)
  }

  add(hold: StoredHold): void {
    this.#waiting.add(hold)
  }

  /** The hold that a request meets, if there is one. */
  find(plant: NewPlant | undefined): StoredHold | undefined {
    return this.#waiting.size > 0 ? this.#waiting.find(plant) : undefined
  }

  /** The hold has its request. */
  start(hold: StoredHold): void {
    this.#waiting.remove(hold.id)
    this.#held.set(hold.id, hold)
  }

  /** The hold is over. */
  finish(hold: StoredHold): void {
    this.#held.delete(hold.id)
  }

  /** A hold that waits for a request, or has one. */
  get(id: string): StoredHold | undefined {
    return this.#held.get(id) ?? this.#waiting.list().find(hold => hold.id === id)
  }

  release(hold: StoredHold, failure: StoredFailure | undefined): void {
    this.#waiting.remove(hold.id)
    this.finish(hold)
    hold.release(failure)
  }

  /** Ends every hold; a held request gets a network error. */
  end(reason: string): void {
    const holds = this.list()
    this.#waiting.clear()
    for (const hold of holds) {
      this.finish(hold)
      hold.end(reason)
    }
  }

  /** Those with a request first. */
  list(limit: number = Infinity): StoredHold[] {
    return [...this.#held.values(), ...this.#waiting.list(limit)].slice(0, limit)
  }

  /** Whether a hold waits for a request. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  get size(): number {
    return this.#waiting.size + this.#held.size
  }
}
