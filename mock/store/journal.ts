import type { RequestRecord } from './mock-request.ts'

/** The last requests of a session, in the order of their ends. */
export class Journal {
  readonly #maxRequests: number
  readonly #limit: JournalLimit
  /** By their positions. */
  readonly #records = new Map<number, RequestRecord>()
  #count = 0

  constructor(maxRequests: number, limit: JournalLimit) {
    this.#maxRequests = maxRequests
    this.#limit = limit
  }

  add(record: RequestRecord): void {
    this.#count++
    if (this.#maxRequests === 0) return
    this.#records.set(this.#count, record)
    if (this.size > this.#maxRequests) this.dropOldest()
    this.#limit.added(this)
  }

  /** The records, as they are when each is read. */
  *[Symbol.iterator](): Generator<RequestRecord> {
    for (let next = this.after(0); next; next = this.after(next.position)) yield next.record
  }

  /** The number of records. */
  get size(): number {
    return this.#records.size
  }

  /** How many requests have ended since the start, the last reset or the last clearing. */
  get count(): number {
    return this.#count
  }

  /**
   * Returns the first record after a position, and its own position. Positions count the ends of requests from
   * 1.
   */
  after(position: number): { position: number; record: RequestRecord } | undefined {
    const next = Math.max(this.#first, position + 1)
    const record = this.#records.get(next)
    return record && { position: next, record }
  }

  get #first(): number {
    return this.#count - this.size + 1
  }

  dropOldest(): void {
    this.#records.delete(this.#first)
    this.#limit.dropped(this)
  }

  clear(): void {
    this.#limit.forget(this)
    this.#records.clear()
    this.#count = 0
  }
}

/** Bounds the journals of all sessions together: the longest idle loses its oldest entry. */
export class JournalLimit {
  /** Journals with entries, the longest idle first. */
  readonly #journals = new Set<Journal>()
  readonly #maxEntries: number
  #entries = 0

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  /** Counts a journal's new entry. */
  added(journal: Journal): void {
    this.#journals.delete(journal)
    this.#journals.add(journal)
    this.#entries++
    const [idlest] = this.#journals
    if (this.#entries > this.#maxEntries) idlest?.dropOldest()
  }

  /** Stops counting an entry that a journal has dropped. */
  dropped(journal: Journal): void {
    this.#entries--
    if (journal.size === 0) this.#journals.delete(journal)
  }

  /** Stops counting a journal's entries. */
  forget(journal: Journal): void {
    if (this.#journals.delete(journal)) this.#entries -= journal.size
  }
}
