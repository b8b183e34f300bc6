import type { Call } from './call.ts'
import type { Failure } from './failures.ts'
import { readJson, writable } from './json.ts'
import { redactedHeaders, redactedUrl } from './redact.ts'

/**
 * A request that the store was sent, and what came of it. `JSON.stringify` takes it as it is.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockRequest } from 'plant-store-client/mock/server'
 *
 * const store = createMockStore()
 * await store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * const [request]: MockRequest[] = store.requests
 * console.log(request?.status) // 401
 * ```
 */
export interface MockRequest {
  /** Counts from 1 since the start or the last reset. */
  readonly number: number
  /** When it came. */
  readonly time: Date
  /** As it was sent. */
  readonly method: string
  /** The whole address; an `access_token` in its query is redacted. */
  readonly url: string
  /** Names in lower case; credentials and cookies are redacted. */
  readonly headers: Record<string, string>
  /** The body as JSON, ids exact; undefined where there was none or it was not JSON. */
  readonly body?: unknown
  /** What the body was, where it was not JSON: at most its first 4,096 characters. */
  readonly text?: string
  /** The status answered; 0 where the answer was a failure without one. */
  readonly status: number
  /** Why it was refused. */
  readonly reason?: string
  /** The failure that it met on command or by chance. */
  readonly failure?: Failure
  /** Answered by a handler given to the server, not by the store. */
  readonly handler?: true
}

/** What is kept of a request; it is put into form only when somebody looks. */
export interface Entry
  extends Omit<MockRequest, 'number' | 'headers' | 'time' | 'body' | 'reason'> {
  time: number
  reason?: string
  headers: Call['headers']
  /** The text is JSON. */
  json?: boolean
}

/** Kept besides the entries themselves: characters of bodies, of all requests together. */
const MOST_TEXT = 2 ** 25

/** The last requests. */
export class Journal {
  readonly #limit: number
  #entries: { size: number; inForm: () => MockRequest }[] = []
  #size = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Gives the request in form, on demand. */
  add(entry: Entry): () => MockRequest {
    const size = entry.text?.length ?? 0
    const inForm = former(++this.#count, entry)
    this.#entries.push({ size, inForm })
    this.#size += size
    // The oldest leave by the thousand, so that each addition costs the same.
    if (this.#entries.length >= 2 * this.#limit + 1_000 || this.#size > MOST_TEXT)
      this.#trim(MOST_TEXT / 2)
    return inForm
  }

  get requests(): MockRequest[] {
    this.#trim(MOST_TEXT)
    return this.#entries.map(({ inForm }) => inForm())
  }

  /** How many there were since the start or the last reset. */
  get count(): number {
    return this.#count
  }

  /** Those after that number, the oldest first. */
  since(number: number): MockRequest[] {
    const fresh = Math.min(this.#count - number, this.#limit)
    return fresh > 0 ? this.#entries.slice(-fresh).map(({ inForm }) => inForm()) : []
  }

  clear(): void {
    this.#entries = []
    this.#size = 0
    this.#count = 0
  }

  #trim(mostText: number): void {
    const entries = this.#entries
    const last = entries.length - 1
    let first = 0
    while (entries.length - first > this.#limit || (this.#size > mostText && first < last))
      this.#size -= entries[first++]?.size ?? 0
    if (first > 0) this.#entries = entries.slice(first)
  }
}

function former(number: number, entry: Entry): () => MockRequest {
  let request: MockRequest | undefined
  return () => {
    request ??= formed(number, entry)
    return request
  }
}

function formed(number: number, { time, url, headers, text, json, ...rest }: Entry): MockRequest {
  const request: MockRequest = {
    number,
    ...rest,
    ...(text !== undefined && (json ? { body: readJson(text) } : { text: text.slice(0, 4096) })),
    time: new Date(time),
    url: redactedUrl(url),
    headers: redactedHeaders(headers()),
  }
  // Not to be seen, or a test that compares requests would have to name it.
  Object.defineProperty(request, 'toJSON', {
    value: () => writable({ ...request, time: request.time.toJSON() }),
  })
  return request
}
