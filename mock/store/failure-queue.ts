import { isFor, type Matcher } from './match.ts'
import type { NewPlant } from './plant.ts'
import type { StoredFailure } from './stored-failure.ts'

/** A failure scheduled for later requests. */
export interface ScheduledFailure {
  readonly id: string
  readonly failure: StoredFailure
  /** Which requests it is for; undefined for every one. */
  readonly matcher: Matcher | undefined
  /** How many of these requests pass first. */
  skip: number
  /** How many it applies to after that. */
  times: number
  /** Whether a request has used it. */
  isUsed: boolean
}

/** Scheduled failures, in the order in which they were added. */
export class FailureQueue {
  readonly #failures: ScheduledFailure[] = []

  get entries(): readonly ScheduledFailure[] {
    return this.#failures
  }

  add(failure: Omit<ScheduledFailure, 'isUsed'>): void {
    this.#failures.push({ ...failure, isUsed: false })
  }

  /**
   * Consumes one use of the first matching failure whose `skip` is used up, and one `skip` of each matching
   * failure before it. If a caller's function throws, nothing is consumed.
   */
  take(plant: NewPlant | undefined): StoredFailure | undefined {
    const skipped: ScheduledFailure[] = []
    let taken: ScheduledFailure | undefined
    for (const failure of this.#failures) {
      if (!isFor(failure.matcher, plant)) continue
      if (failure.skip > 0) skipped.push(failure)
      else {
        taken = failure
        break
      }
    }
    for (const failure of skipped) failure.skip--
    if (!taken) return undefined
    taken.isUsed = true
    if (--taken.times === 0) this.remove(taken.id)
    return taken.failure
  }

  /** Returns whether there was a failure with that id. */
  remove(id: string): boolean {
    const index = this.#failures.findIndex(failure => failure.id === id)
    if (index < 0) return false
    this.#failures.splice(index, 1)
    return true
  }

  clear(): void {
    this.#failures.length = 0
  }
}
