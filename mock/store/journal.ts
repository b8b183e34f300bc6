import type { RequestRecord } from './mock-request.ts'

/** The last requests of a session, in the order of their ends. */
export class Journal {
  readonly #maxRequests: number
  readonly #limit: JournalLimit
  #records: RequestRecord[] = []
  #count = 0

  constructor(maxRequests: number, limit: JournalLimit) {
    this.#maxRequests = maxRequests
    this.#limit = limit
  }

  add(record: RequestRecord): void {
    this.#count++
    if (this.#maxRequests === 0) return
    this.#records.push(record)
    if (this.#records.length > this.#maxRequests) this.dropOldest()
    this.#limit.added(this)
  }

  /** The records, as they are when each is read. */
  *[Symbol.iterator](): Generator<RequestRecord> {
    for (let next = this.after(0); next; next = this.after(next.position)) yield next.record
  }

  /** The number of records. */
  get size(): number {
    return this.#records.length
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
    const first = this.#count - this.#records.length + 1
    const next = Math.max(first, position + 1)
    const record = this.#records[next - first]
    return record && { position: next, record }
  }

  dropOldest(): void {
    this.#records.shift()
    this.#limit.dropped(this)
  }

  clear(): void {
    this.#limit.forget(this)
    this.#records = []
    this.#count = 0
  }
}

/** Maximum entries in the journals of all sessions together. */
const MAX_ENTRIES = 10_000

/** Bounds the journals of all sessions together: the longest idle loses its oldest entry. */
export class JournalLimit {
  /** Journals with entries, the longest idle first. */
  readonly #journals = new Set<Journal>()
  #entries = 0

  /** Counts a journal's new entry. */
  added(journal: Journal): void {
    this.#journals.delete(journal)
    this.#journals.add(journal)
    this.#entries++
    const [idlest] = this.#journals
    if (this.#entries > MAX_ENTRIES) idlest?.dropOldest()
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
