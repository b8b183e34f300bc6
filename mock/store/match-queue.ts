import { StoreError } from './errors.ts'
import type { Count } from './limits.ts'
import type { Matcher } from './match.ts'
import type { NewPlant } from './plant.ts'

/** A failure or a hold that is scheduled for requests to come. */
export interface Scheduled {
  readonly id: string
  /** Which requests it is for; undefined for every one. */
  readonly matcher: Matcher | undefined
  /** How many of these requests pass first. */
  skip: number
  /** How many of them it is for after that. */
  times: number
}

/** What is scheduled, in the order in which it was added. */
export class MatchQueue<T extends Scheduled> {
  readonly #count: Count
  #entries: T[] = []

  /** `count` is shared with other queues. */
  constructor(count: Count) {
    this.#count = count
  }

  get entries(): readonly T[] {
    return this.#entries
  }

  /** Throws a `StoreError` if there is no room. */
  add(entry: T): void {
    if (!this.#count.take())
      throw new StoreError(
        507,
        'The mock keeps no more failures and holds: clear them, or reset it',
      )
    this.#entries.push(entry)
  }

  /** The first entry that is for a request with that plant. Throws what a caller's function throws. */
  find(plant: NewPlant | undefined): T | undefined {
    return this.#matching(plant).find(({ skip }) => skip === 0)
  }

  /** Takes that entry, and counts the request. Nothing is counted if a caller's function throws. */
  take(plant: NewPlant | undefined): T | undefined {
    for (const entry of this.#matching(plant)) {
      if (entry.skip === 0) {
        if (--entry.times === 0) this.remove(entry.id)
        return entry
      }
      entry.skip--
    }
    return undefined
  }

  #matching(plant: NewPlant | undefined): T[] {
    return this.#entries.filter(({ matcher }) => !matcher || (plant && matcher.matches(plant)))
  }

  /** Returns whether there was an entry of that id. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex(entry => entry.id === id)
    if (index < 0) return false
    this.#entries.splice(index, 1)
    this.#count.give()
    return true
  }

  clear(): void {
    this.#count.give(this.#entries.length)
    this.#entries = []
  }
}
