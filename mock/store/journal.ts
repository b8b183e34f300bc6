import { bytesOf, type RequestRecord } from './request-record.ts'

/** The last requests of a session, in the order of their ends. */
export class Journal {
  readonly #limit: JournalLimit
  readonly #capacity: number
  /** A ring: each record is at its position modulo the capacity. */
  readonly #records: (RequestRecord | undefined)[] = []
  /** What each record takes. */
  readonly #bytes: number[] = []
  #size = 0
  #count = 0

  constructor(maxRequests: number, limit: JournalLimit) {
    this.#limit = limit
    this.#capacity = Math.min(maxRequests, limit.maxEntries)
  }

  add(record: RequestRecord): void {
    if (this.#size > 0 && this.#size === this.#capacity) this.dropOldest()
    this.#count++
    if (this.#capacity === 0) return
    const bytes = bytesOf(record)
    this.#records[this.#count % this.#capacity] = record
    this.#bytes[this.#count % this.#capacity] = bytes
    this.#size++
    this.#limit.added(this, bytes)
  }

  /** The records, as they are when each is read. */
  *[Symbol.iterator](): Generator<RequestRecord> {
    for (let next = this.after(0); next; next = this.after(next.position)) yield next.record
  }

  /** The number of records. */
  get size(): number {
    return this.#size
  }

  /** What all records take. */
  get bytes(): number {
    let bytes = 0
    for (let position = this.#first; position <= this.#count; position++)
      bytes += this.#bytes[position % this.#capacity] ?? 0
    return bytes
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
    const record = next <= this.#count ? this.#records[next % this.#capacity] : undefined
    return record && { position: next, record }
  }

  get #first(): number {
    return this.#count - this.#size + 1
  }

  dropOldest(): void {
    const index = this.#first % this.#capacity
    this.#records[index] = undefined
    this.#size--
    this.#limit.dropped(this, this.#bytes[index] ?? 0)
  }

  clear(): void {
    this.#limit.forget(this)
    this.#records.length = 0
    this.#size = 0
    this.#count = 0
  }
}

/** Bounds the journals of all sessions together: the longest idle loses its oldest entries. */
export class JournalLimit {
  /** Journals with entries, the longest idle first. */
  readonly #journals = new Set<Journal>()
  readonly maxEntries: number
  readonly #maxBytes: number
  #entries = 0
  #bytes = 0

  constructor(maxEntries: number, maxBytes: number) {
    this.maxEntries = maxEntries
    this.#maxBytes = maxBytes
  }

  /** Counts a journal's new entry. */
  added(journal: Journal, bytes: number): void {
    this.#journals.delete(journal)
    this.#journals.add(journal)
    this.#entries++
    this.#bytes += bytes
    while (this.#entries > this.maxEntries || this.#bytes > this.#maxBytes) {
      const [idlest] = this.#journals
      idlest?.dropOldest()
    }
  }

  /** Stops counting an entry that a journal has dropped. */
  dropped(journal: Journal, bytes: number): void {
    this.#entries--
    this.#bytes -= bytes
    if (journal.size === 0) this.#journals.delete(journal)
  }

  /** Stops counting a journal's entries. */
  forget(journal: Journal): void {
    if (!this.#journals.delete(journal)) return
    this.#entries -= journal.size
    this.#bytes -= journal.bytes
  }
}
