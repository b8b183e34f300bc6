import { JournalLimit } from './journal.ts'

/** The limits of a mock: a few counts that all its sessions share. */
export class Limits {
  /** Bytes of all plants as they were sent, and of their bookkeeping. */
  readonly plantBytes: Count = new Count(2 ** 28)
  /** Requests that are held or delayed. */
  readonly inFlight: Count = new Count(500)
  /** Scheduled failures and holds. */
  readonly scheduled: Count = new Count(2_000)
  readonly journals: JournalLimit = new JournalLimit()
  #lastId = 0

  /** Returns an id that no failure or hold of any session has had. */
  nextId(): string {
    return String(++this.#lastId)
  }
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
    if (!this.hasRoom(count)) return false
    this.#count += count
    return true
  }

  hasRoom(count = 1): boolean {
    return this.#count + count <= this.#limit
  }

  give(count = 1): void {
    this.#count -= count
  }
}
