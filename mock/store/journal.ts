import { charsOf, type MockRequest, type RequestRecord, toMockRequest } from './mock-request.ts'

/** The most characters that the journals of all sessions take up together. */
const MAX_CHARS = 2 ** 25

/** Bounds the journals of all sessions: once they are too large together, the largest are halved. */
export class JournalSpace {
  readonly #journals = new Set<Journal>()
  #chars = 0

  add(journal: Journal): void {
    this.#journals.add(journal)
  }

  /** Makes room if the characters that `journal` has gained are too many. */
  grow(journal: Journal, chars: number): void {
    this.#chars += chars
    while (this.#chars > MAX_CHARS) {
      const largest = this.#largestBeside(journal)
      if (!largest) return
      largest.halve()
    }
  }

  shrink(chars: number): void {
    this.#chars -= chars
  }

  remove(journal: Journal): void {
    if (this.#journals.delete(journal)) this.#chars -= journal.chars
  }

  /** The largest journal, unless that has nothing but the entry that was just added. */
  #largestBeside(journal: Journal): Journal | undefined {
    let largest: Journal | undefined
    for (const each of this.#journals)
      if ((each !== journal || each.size > 1) && each.chars > (largest?.chars ?? 0)) largest = each
    return largest
  }
}

/** The last requests, in the order in which they were answered. */
export class Journal {
  readonly #limit: number
  /** Undefined once its share is given to others. */
  #space: JournalSpace | undefined
  #records: RequestRecord[] = []
  #chars = 0
  #count = 0

  constructor(limit: number, space: JournalSpace) {
    this.#limit = limit
    this.#space = space
    space.add(this)
  }

  add(record: RequestRecord): void {
    record.chars = charsOf(record)
    this.#records.push(record)
    this.#count++
    this.#chars += record.chars
    this.#space?.grow(this, record.chars)
    // The oldest are removed by the hundred, so that each addition costs the same.
    if (this.#records.length >= 1.1 * this.#limit + 100) this.#trim()
  }

  get entries(): readonly JournalEntry[] {
    this.#trim()
    return this.#entriesFrom(0)
  }

  /** How many characters the entries take up. */
  get chars(): number {
    return this.#chars
  }

  /** How many entries there are, those beyond the limit included that are yet to be removed. */
  get size(): number {
    return this.#records.length
  }

  /** The number of requests that were answered since the start, or since it was cleared. */
  get count(): number {
    return this.#count
  }

  /** The entries after that position, the oldest first. */
  since(position: number): readonly JournalEntry[] {
    const added = Math.min(this.#count - position, this.#limit)
    return this.#entriesFrom(Math.max(0, this.#records.length - added))
  }

  clear(): void {
    this.#removeFirst(this.#records.length)
    this.#count = 0
  }

  /** Removes the oldest entries, until half of the characters are left or the last entry. */
  halve(): void {
    const half = this.#chars / 2
    let chars = this.#chars
    let first = 0
    do chars -= this.#records[first++]?.chars ?? 0
    while (chars > half && first < this.#records.length - 1)
    this.#removeFirst(first)
  }

  /** Gives its space to others; it can still be read. */
  discard(): void {
    this.#space?.remove(this)
    this.#space = undefined
  }

  #trim(): void {
    const surplus = this.#records.length - this.#limit
    if (surplus > 0) this.#removeFirst(surplus)
  }

  #removeFirst(count: number): void {
    const removed = this.#records.slice(0, count)
    const chars = removed.reduce((sum, record) => sum + record.chars, 0)
    this.#records = this.#records.slice(count)
    this.#chars -= chars
    this.#space?.shrink(chars)
  }

  #entriesFrom(index: number): JournalEntry[] {
    const first = this.#count - this.#records.length + 1
    return this.#records
      .slice(index)
      .map((record, offset) => new JournalEntry(first + index + offset, record))
  }
}

/** A request that was answered, and which one it was. */
export class JournalEntry {
  /** Counts the answers from 1. */
  readonly position: number
  readonly #record: RequestRecord

  constructor(position: number, record: RequestRecord) {
    this.position = position
    this.#record = record
  }

  /** Made anew each time: a parsed body may take up many times as much as its text. */
  get request(): MockRequest {
    return toMockRequest(this.#record)
  }
}
