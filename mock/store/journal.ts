import { type MockRequest, type RequestRecord, toMockRequest } from './mock-request.ts'

/** The most characters of bodies that the journal keeps, over all requests. */
const MAX_CHARS = 2 ** 25

/** The last requests. */
export class Journal {
  readonly #limit: number
  #records: JournalRecord[] = []
  #chars = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(record: RequestRecord): JournalRecord {
    const entry = new JournalRecord(++this.#count, record)
    this.#records.push(entry)
    this.#chars += entry.chars
    // The oldest are removed by the hundred, so that each addition costs the same.
    if (this.#records.length >= 1.1 * this.#limit + 100 || this.#chars > MAX_CHARS)
      this.#trim(MAX_CHARS / 2)
    return entry
  }

  get requests(): MockRequest[] {
    this.#trim(MAX_CHARS)
    return this.#records.map(({ request }) => request)
  }

  /** The number of requests since the start or the last reset. */
  get count(): number {
    return this.#count
  }

  /** The requests after that number, the oldest first. */
  since(number: number): MockRequest[] {
    const added = Math.min(this.#count - number, this.#limit)
    return added > 0 ? this.#records.slice(-added).map(({ request }) => request) : []
  }

  clear(): void {
    this.#records = []
    this.#chars = 0
    this.#count = 0
  }

  #trim(maxChars: number): void {
    const records = this.#records
    const last = records.length - 1
    let first = 0
    while (records.length - first > this.#limit || (this.#chars > maxChars && first < last))
      this.#chars -= records[first++]?.chars ?? 0
    if (first > 0) this.#records = records.slice(first)
  }
}

/** A numbered record, which becomes a `MockRequest` when it is first read. */
export class JournalRecord {
  readonly #number: number
  readonly #record: RequestRecord
  #request: MockRequest | undefined

  constructor(number: number, record: RequestRecord) {
    this.#number = number
    this.#record = record
  }

  get chars(): number {
    return this.#record.text?.length ?? 0
  }

  get request(): MockRequest {
    this.#request ??= toMockRequest(this.#number, this.#record)
    return this.#request
  }
}
