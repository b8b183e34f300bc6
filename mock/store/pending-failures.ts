import { type Aimed, AimedQueue } from './aimed-queue.ts'
import type { Budget } from './budget.ts'
import { type Failure, failureNames, StoredFailure } from './failures.ts'
import type { Matcher } from './match.ts'
import type { NewPlant } from './plant.ts'

/** What `failureRate` chooses from: every failure except the one that never ends. */
const RANDOM_FAILURES: readonly StoredFailure[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 429, headers: { 'retry-after': '1' } },
  ...failureNames.filter(name => name !== 'no-answer'),
].map((failure: Failure) => new StoredFailure(failure))

/** A failure on command for requests to come. */
export class PendingFailure implements Aimed {
  readonly id: string
  readonly failure: StoredFailure
  readonly matcher: Matcher | undefined
  skip: number
  times: number

  constructor(
    id: string,
    failure: StoredFailure,
    matcher: Matcher | undefined,
    { skip, times }: { skip: number; times: number },
  ) {
    this.id = id
    this.failure = failure
    this.matcher = matcher
    this.skip = skip
    this.times = times
  }

  get chars(): number {
    return this.failure.chars + (this.matcher?.chars ?? 0)
  }
}

/** The failures of requests to come: first those on command, then random ones. */
export class PendingFailures {
  readonly #random: () => number
  readonly #queue: AimedQueue<PendingFailure>
  #networkErrors = 0

  constructor(random: () => number, budget: Budget) {
    this.#random = random
    this.#queue = new AimedQueue(budget)
  }

  /** Whether there is room for one more. */
  fits(failure: PendingFailure): boolean {
    return this.#queue.fits(failure)
  }

  add(failure: PendingFailure): void {
    this.#queue.add(failure)
    if (failure.failure.isNetworkError) this.#networkErrors++
  }

  /** The failure of a request, if it gets one. `isRandom` says whether it was not on command. */
  take(rate: number, plant?: NewPlant): { failure: StoredFailure; isRandom: boolean } | undefined {
    const pending = this.#queue.size > 0 ? this.#queue.take(plant) : undefined
    if (pending) {
      if (pending.times === 0) this.#forget(pending)
      return { failure: pending.failure, isRandom: false }
    }
    if (rate > 0 && this.#random() < rate) {
      const failure = RANDOM_FAILURES[Math.floor(this.#random() * RANDOM_FAILURES.length)]
      return failure && { failure, isRandom: true }
    }
  }

  /** Returns whether there was a failure of that id. */
  remove(id: string): boolean {
    const removed = this.#queue.remove(id)
    if (removed) this.#forget(removed)
    return removed !== undefined
  }

  clear(): void {
    this.#queue.clear()
    this.#networkErrors = 0
  }

  get needsBody(): boolean {
    return this.#queue.needsBody
  }

  /** Whether one of them is a network error. */
  get hasNetworkError(): boolean {
    return this.#networkErrors > 0
  }

  get size(): number {
    return this.#queue.size
  }

  list(limit?: number): PendingFailure[] {
    return this.#queue.list(limit)
  }

  #forget({ failure }: PendingFailure): void {
    if (failure.isNetworkError) this.#networkErrors--
  }
}
