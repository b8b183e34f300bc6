import type { Budget } from './budget.ts'
import { checkOptions } from './check-options.ts'
import {
  checkFailNext,
  checkRelease,
  type Failure,
  type FailureOptions,
  failureOptionsSchema,
  StoredFailure,
} from './failures.ts'
import { type HoldOptions, Holds, holdOptionsSchema, StoredHold } from './holds.ts'
import { Matcher } from './match.ts'
import { PendingFailure, PendingFailures } from './pending-failures.ts'

/** More is asked for than the mock keeps. */
export class FullError extends Error {
  get isFull(): true {
    return true
  }
}

/** By its shape: the store may come from the other build of this package, ESM or CJS. */
export const isFullError = (error: unknown): error is FullError =>
  error instanceof Error && 'isFull' in error

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
    checkFailNext(failure, options, failureOptionsSchema)
    const { times = 1, skip = 0, match } = options
    const matcher = match && new Matcher(match)
    this.failures.add(this.#createFailure(new StoredFailure(failure), matcher, { times, skip }))
    this.#context.changed()
  }

  /** Throws a `FullError` if there is no room for it. */
  #createFailure(
    failure: StoredFailure,
    matcher: Matcher | undefined,
    counts: { times: number; skip: number },
  ): PendingFailure {
    const pending = new PendingFailure(this.#context.nextId(), failure, matcher, counts)
    if (!this.failures.fits(pending)) throw new FullError(FULL)
    return pending
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
    checkOptions(options, holdOptionsSchema)
    const hold = new StoredHold(this.#context.nextId(), options.match && new Matcher(options.match))
    if (!this.holds.fits(hold)) throw new FullError(FULL)
    this.holds.add(hold)
    this.#context.changed()
    return hold
  }

  /**
   * Does nothing if the hold is over. Throws an `OptionsError` that names every problem, and a `FullError`
   * if there is no room for the failure; then the hold stays in force.
   */
  releaseHold(hold: StoredHold, failure?: Failure): void {
    checkRelease(failure)
    if (this.holds.get(hold.id) !== hold) return
    const stored = failure && new StoredFailure(failure)
    // Without a request it is left to the next one that matches.
    const left =
      stored && !hold.record
        ? this.#createFailure(stored, hold.matcher, { times: 1, skip: 0 })
        : undefined
    this.holds.release(hold, stored)
    if (left) this.failures.add(left)
    this.#context.changed()
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
