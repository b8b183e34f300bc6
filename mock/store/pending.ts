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

/** The most characters that pending failures and holds take up. */
const MAX_CHARS = 2 ** 25

/** More is asked for than the mock keeps. */
export class FullError extends Error {
  get isFull(): true {
    return true
  }
}

/** By its shape: the store may come from the other build of this package, ESM or CJS. */
export const isFullError = (error: unknown): error is FullError =>
  error instanceof Error && 'isFull' in error

/** What is in store for requests to come: failures and holds. */
export class Pending {
  readonly failures: PendingFailures
  readonly holds: Holds = new Holds()
  readonly #nextId: () => string
  readonly #changed: () => void

  /** `changed` is called after each change but those that requests make. */
  constructor(random: () => number, nextId: () => string, changed: () => void) {
    this.failures = new PendingFailures(random)
    this.#nextId = nextId
    this.#changed = changed
  }

  /** Throws an `OptionsError` that names every problem. */
  addFailure(failure: Failure, options: FailureOptions = {}): void {
    checkFailNext(failure, options, failureOptionsSchema)
    const { times = 1, skip = 0, match } = options
    this.#addFailure(new StoredFailure(failure), match && new Matcher(match), { times, skip })
    this.#changed()
  }

  #addFailure(
    failure: StoredFailure,
    matcher: Matcher | undefined,
    counts: { times: number; skip: number },
  ): void {
    const pending = new PendingFailure(this.#nextId(), failure, matcher, counts)
    this.#checkChars(pending.chars)
    this.failures.add(pending)
  }

  /** Returns whether there was a failure of that id. */
  removeFailure(id: string): boolean {
    const removed = this.failures.remove(id)
    if (removed) this.#changed()
    return removed
  }

  clearFailures(): void {
    this.failures.clear()
    this.#changed()
  }

  /** Throws an `OptionsError` that names every problem. */
  addHold(options: HoldOptions = {}): StoredHold {
    checkOptions(options, holdOptionsSchema)
    const hold = new StoredHold(this.#nextId(), options.match && new Matcher(options.match))
    this.#checkChars(hold.chars)
    this.holds.add(hold)
    this.#changed()
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
    if (stored && !hold.record) this.#checkChars(stored.chars)
    const wasWaiting = this.holds.release(hold, stored)
    if (wasWaiting && stored) this.#addFailure(stored, hold.matcher, { times: 1, skip: 0 })
    this.#changed()
  }

  endHolds(reason: string): void {
    this.holds.end(reason)
    this.#changed()
  }

  /** Whether the choice for a request depends on its body. */
  get needsBody(): boolean {
    return this.failures.needsBody || this.holds.isWaiting
  }

  #checkChars(chars: number): void {
    if (this.failures.chars + this.holds.chars + chars > MAX_CHARS)
      throw new FullError('The mock keeps no more failures and holds: clear them, or reset it')
  }
}
