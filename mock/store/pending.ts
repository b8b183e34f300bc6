import type { Budget } from './budget.ts'
import { checkOptions, isObject } from './check-options.ts'
import { type Failure, type FailureOptions, failureSchema, StoredFailure } from './failures.ts'
import { type HoldOptions, Holds, holdSchema, StoredHold } from './holds.ts'
import { Matcher } from './match.ts'
import { PendingFailure, PendingFailures } from './pending-failures.ts'

/** More is asked for than the mock keeps. */
export class FullError extends Error {}

/** What the pending failures and holds need of their store. */
export interface PendingContext {
  nextId(): string
  /** What they take up together with those of other sessions. */
  readonly budget: Budget
  /** Called after each change but those that requests make. */
  changed(): void
  /** Called before each change. Throws if the session was ended. */
  checkNotEnded(): void
}

/** What is in store for requests to come: failures and holds. */
export class Pending {
  readonly failures: PendingFailures
  readonly holds: Holds
  readonly #context: PendingContext

  constructor(random: () => number, context: PendingContext) {
    this.failures = new PendingFailures(random, context.budget)
    this.holds = new Holds(context.budget)
    this.#context = context
  }

  /** Throws an `OptionsError` that names every problem. */
  addFailure(failure: Failure, options: FailureOptions = {}): void {
    this.#context.checkNotEnded()
    if (!isObject(options)) throw new TypeError('options must be an object')
    checkOptions(Object.assign({ failure }, options, { failure }), failureSchema)
    const { times = 1, skip = 0, match } = options
    this.#addFailure(new StoredFailure(failure), match && new Matcher(match), { times, skip })
    this.#context.changed()
  }

  #addFailure(
    failure: StoredFailure,
    matcher: Matcher | undefined,
    counts: { times: number; skip: number },
  ): void {
    const pending = new PendingFailure(this.#context.nextId(), failure, matcher, counts)
    if (!this.failures.fits(pending)) throw new FullError(FULL)
    this.failures.add(pending)
  }

  /** Returns whether there was a failure of that id. */
  removeFailure(id: string): boolean {
    this.#context.checkNotEnded()
    const removed = this.failures.remove(id)
    if (removed) this.#context.changed()
    return removed
  }

  clearFailures(): void {
    this.#context.checkNotEnded()
    this.failures.clear()
    this.#context.changed()
  }

  /** Throws an `OptionsError` that names every problem. */
  addHold(options: HoldOptions = {}): StoredHold {
    this.#context.checkNotEnded()
    checkOptions(options, holdSchema)
    const hold = new StoredHold(this.#context.nextId(), options.match && new Matcher(options.match))
    if (!this.holds.fits(hold)) throw new FullError(FULL)
    this.holds.add(hold)
    this.#context.changed()
    return hold
  }

  /** Does nothing if the hold is over. Throws an `OptionsError` that names every problem. */
  releaseHold(hold: StoredHold, failure?: Failure): void {
    if (failure !== undefined) checkOptions({ failure }, failureSchema)
    if (this.holds.get(hold.id) !== hold) return
    const stored = failure && new StoredFailure(failure)
    const wasWaiting = this.holds.release(hold, stored)
    if (wasWaiting && stored) this.#addFailure(stored, hold.matcher, { times: 1, skip: 0 })
    this.#context.changed()
  }

  /** A hold that waits for a request or has one; or one that is over, if it had a request lately. */
  getHold(id: string): { hold: StoredHold; isOver: boolean } | undefined {
    const hold = this.holds.get(id)
    if (hold) return { hold, isOver: false }
    const finished = this.holds.getFinished(id)
    return finished && { hold: finished, isOver: true }
  }

  endHolds(reason: string): void {
    this.holds.end(reason)
    this.#context.changed()
  }

  /** Whether the choice for a request depends on its body. */
  get needsBody(): boolean {
    return this.failures.needsBody || this.holds.isWaiting
  }
}

const FULL = 'The mock keeps no more failures and holds: clear them, or reset it'
