import type { Budget } from './budget.ts'
import type { Matcher } from './match.ts'
import type { NewPlant } from './plant.ts'

/** What waits for requests to come. */
export interface Aimed {
  readonly id: string
  /** Which requests it is for; undefined for every one. */
  readonly matcher: Matcher | undefined
  /** How many of these requests it lets pass first. */
  skip: number
  /** How many of them it is for after that; 0 if it is used up. */
  times: number
  /** How many characters it takes up. */
  readonly chars: number
}

/** What each entry takes up beside its texts, in characters. */
const ENTRY_CHARS = 500

/** Entries in the order in which they were added. Each operation costs the same, however many there are. */
export class AimedQueue<T extends Aimed> {
  readonly #budget: Budget
  #entries: T[] = []
  /** Where the entries begin that are not used up. */
  #first = 0
  #size = 0
  #matchers = 0
  #chars = 0

  /** What the entries take up is taken from `budget`. */
  constructor(budget: Budget) {
    this.#budget = budget
  }

  get size(): number {
    return this.#size
  }

  /** Whether a request's body must be known to choose. */
  get needsBody(): boolean {
    return this.#matchers > 0
  }

  /** Whether there is room for one more. */
  fits(entry: T): boolean {
    return this.#budget.fits(entry.chars + ENTRY_CHARS)
  }

  add(entry: T): void {
    this.#entries.push(entry)
    this.#count(entry, 1)
  }

  /** The first entry that is for a request with that plant. Throws what a caller's function throws. */
  find(plant: NewPlant | undefined): T | undefined {
    return this.#find(plant, [])
  }

  /**
   * Takes the first entry that is for a request with that plant, and counts it. If a caller's function
   * throws, nothing is taken or counted.
   */
  take(plant: NewPlant | undefined): T | undefined {
    const passed: T[] = []
    const entry = this.#find(plant, passed)
    for (const each of passed) each.skip--
    if (entry && --entry.times === 0) this.#forget(entry)
    return entry
  }

  #find(plant: NewPlant | undefined, passed: T[]): T | undefined {
    for (let index = this.#first; index < this.#entries.length; index++) {
      const entry = this.#entries[index]
      if (!entry || entry.times === 0) continue
      const { matcher, skip } = entry
      if (matcher && !(plant && matcher.matches(plant))) continue
      if (skip > 0) passed.push(entry)
      // A caller's function may have cleared the queue.
      else if (entry.times > 0) return entry
    }
  }

  /** Removes an entry. Returns undefined if there is none of that id. */
  remove(id: string): T | undefined {
    const entry = this.#entries.find(each => each.id === id && each.times > 0)
    if (!entry) return undefined
    entry.times = 0
    this.#forget(entry)
    return entry
  }

  /** The entries, at most the first ones. */
  list(limit: number = Infinity): T[] {
    const entries: T[] = []
    for (let index = this.#first; index < this.#entries.length; index++) {
      const entry = this.#entries[index]
      if (entries.length === limit) break
      if (entry && entry.times > 0) entries.push(entry)
    }
    return entries
  }

  clear(): void {
    for (const entry of this.#entries) entry.times = 0
    this.#entries = []
    this.#first = 0
    this.#size = 0
    this.#matchers = 0
    this.#budget.give(this.#chars)
    this.#chars = 0
  }

  /** Entries that are used up stay until they are the majority, so that none is moved often. */
  #forget(entry: T): void {
    this.#count(entry, -1)
    while (this.#entries[this.#first]?.times === 0) this.#first++
    if (this.#entries.length <= 2 * this.#size) return
    this.#entries = this.list()
    this.#first = 0
  }

  #count({ matcher, chars }: T, sign: 1 | -1): void {
    this.#size += sign
    if (matcher) this.#matchers += sign
    this.#chars += sign * (chars + ENTRY_CHARS)
    this.#budget.take(sign * (chars + ENTRY_CHARS))
  }
}
