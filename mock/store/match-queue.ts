import { StoreError } from './errors.ts'
import type { Count } from './limits.ts'
import type { Matcher } from './match.ts'
import type { NewPlant } from './plant.ts'

/** A failure or a hold scheduled for later requests. */
export interface Scheduled {
  readonly id: string
  /** Which requests it is for; undefined for every one. */
  readonly matcher: Matcher | undefined
  /** How many of these requests pass first. */
  skip: number
  /** How many it applies to after that. */
  times: number
}

/** Scheduled failures or holds, in the order of being added. */
export class MatchQueue<T extends Scheduled> {
  readonly #count: Count
  readonly #entries: T[] = []

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
        'The mock has no room for more failures and holds: clear them, or reset it',
      )
    this.#entries.push(entry)
  }

  /** Returns the first entry for a request with that plant. Throws what a caller's function throws. */
  find(plant: NewPlant | undefined): T | undefined {
    return this.#entries.find(entry => isFor(entry, plant))
  }

  /**
   * Counts a request with that plant. Returns the first entry for it that lets no more pass, if any. If a
   * caller's function throws, nothing is counted.
   */
  take(plant: NewPlant | undefined): T | undefined {
    const matching: T[] = []
    for (const entry of this.#entries) {
      if (!isFor(entry, plant)) continue
      matching.push(entry)
      if (entry.skip === 0) break
    }
    const last = matching.at(-1)
    const taken = last?.skip === 0 ? last : undefined
    for (const entry of matching) if (entry !== taken) entry.skip--
    if (taken && --taken.times === 0) this.remove(taken.id)
    return taken
  }

  /** Returns whether there was an entry with that id. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex(entry => entry.id === id)
    if (index < 0) return false
    this.#entries.splice(index, 1)
    this.#count.give()
    return true
  }

  clear(): void {
    this.#count.give(this.#entries.length)
    this.#entries.length = 0
  }
}

const isFor = ({ matcher }: Scheduled, plant: NewPlant | undefined): boolean =>
  matcher === undefined || (plant !== undefined && matcher.matches(plant))
