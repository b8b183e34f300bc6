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
export interface Entry {
  time: number
  method: string
  url: string
  headers: Call['headers']
  status: number
  text?: string
  /** The text is JSON. */
  json?: boolean
  reason?: string
  failure?: Failure
  handler?: true
}

/** Kept besides the entries themselves: characters of bodies, of all requests together. */
const MOST_TEXT = 2 ** 25

/** The last requests. */
export class Journal {
  readonly #limit: number
  #entries: Kept[] = []
  #size = 0
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Gives what puts the request into form, once and on demand. */
  add(entry: Entry): Kept {
    const kept = new Kept(++this.#count, entry)
    this.#entries.push(kept)
    this.#size += kept.size
    // The oldest leave by the hundred, so that each addition costs the same.
    if (this.#entries.length >= 1.1 * this.#limit + 100 || this.#size > MOST_TEXT)
      this.#trim(MOST_TEXT / 2)
    return kept
  }

  get requests(): MockRequest[] {
    this.#trim(MOST_TEXT)
    return this.#entries.map(kept => kept.request)
  }

  /** How many there were since the start or the last reset. */
  get count(): number {
    return this.#count
  }

  /** Those after that number, the oldest first. */
  since(number: number): MockRequest[] {
    const fresh = Math.min(this.#count - number, this.#limit)
    return fresh > 0 ? this.#entries.slice(-fresh).map(kept => kept.request) : []
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

/** A request as the journal has it: in form only once somebody looks. */
class Kept {
  readonly #number: number
  readonly #entry: Entry
  #request: MockRequest | undefined

  constructor(number: number, entry: Entry) {
    this.#number = number
    this.#entry = entry
  }

  get size(): number {
    return this.#entry.text?.length ?? 0
  }

  get request(): MockRequest {
    this.#request ??= formed(this.#number, this.#entry)
    return this.#request
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
