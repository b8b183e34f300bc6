import { charsOf, type MockRequest, type RequestRecord, toMockRequest } from './mock-request.ts'

/** The most characters that the journal takes up. */
const MAX_CHARS = 2 ** 25

/** The last requests, in the order in which they were answered. */
export class Journal {
  readonly #limit: number
  #entries: JournalEntry[] = []
  #chars = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(record: RequestRecord): JournalEntry {
    const entry = new JournalEntry(++this.#count, record)
    this.#entries.push(entry)
    this.#chars += entry.chars
    // The oldest are removed by the hundred, so that each addition costs the same.
    if (this.#entries.length >= 1.1 * this.#limit + 100 || this.#chars > MAX_CHARS)
      this.#trim(MAX_CHARS / 2)
    return entry
  }

  get entries(): readonly JournalEntry[] {
    this.#trim(MAX_CHARS)
    return this.#entries
  }

  /** The number of requests that were answered since the start, or since it was cleared. */
  get count(): number {
    return this.#count
  }

  /** The entries after that position, the oldest first. */
  since(position: number): readonly JournalEntry[] {
    const added = Math.min(this.#count - position, this.#limit)
    return added > 0 ? this.#entries.slice(-added) : []
  }

  clear(): void {
    this.#entries = []
    this.#chars = 0
    this.#count = 0
  }

  #trim(maxChars: number): void {
    const entries = this.#entries
    const last = entries.length - 1
    let first = 0
    while (entries.length - first > this.#limit || (this.#chars > maxChars && first < last))
      this.#chars -= entries[first++]?.chars ?? 0
    if (first > 0) this.#entries = entries.slice(first)
  }
}

/** A request that was answered, and which one it was. */
export class JournalEntry {
  /** Counts the answers from 1. */
  readonly position: number
  /** How many characters it takes up. */
  readonly chars: number
  readonly #record: RequestRecord

  constructor(position: number, record: RequestRecord) {
    this.position = position
    this.chars = charsOf(record)
    this.#record = record
  }

  /** Made anew each time: a parsed body may take up many times as much as its text. */
  get request(): MockRequest {
    return toMockRequest(this.#record)
  }
}
