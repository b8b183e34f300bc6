import { JournalLimit } from './journal.ts'

/** The limits of a mock, which all its sessions share. */
export class Limits {
  /** Bytes of all plants as they were sent, and of their bookkeeping. */
  readonly plantBytes: Count = new Count(2 ** 28)
  /** Bytes of the bodies that are arriving. */
  readonly bodyBytes: Count = new Count(2 ** 28)
  /** Requests that are held, delayed or left without an answer. */
  readonly inFlight: Count = new Count(500)
  /** Entries in all journals, and their bytes. */
  readonly journals: JournalLimit = new JournalLimit(10_000, 2 ** 26)
}

/** A number with a limit. */
export class Count {
  readonly #limit: number
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Adds to the count if there is room. Returns whether there was. */
  take(count = 1): boolean {
    if (this.#count + count > this.#limit) return false
    this.#count += count
    return true
  }

  give(count = 1): void {
    this.#count -= count
  }
}

/** What one request has taken of a count. It is given back all at once. */
export class Share {
  readonly #count: Count
  #taken = 0

  constructor(count: Count) {
    this.#count = count
  }

  /** Returns false if there is no room. */
  take(count: number): boolean {
    if (!this.#count.take(count)) return false
    this.#taken += count
    return true
  }

  giveBack(): void {
    this.#count.give(this.#taken)
    this.#taken = 0
  }
}
