import type { Call } from './call.ts'
import type { Failure } from './failures.ts'

/** A request that the store was sent, and what came of it. */
export interface MockRequest {
  /** Counts from 1 since the start or the last reset. */
  readonly number: number
  /** When it came. */
  readonly time: Date
  readonly method: string
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
}

/** What is kept of a request; it is put into form only when somebody looks. */
export type Entry = Omit<MockRequest, 'headers' | 'time'> & {
  time: number
  headers: Call['headers']
}

/** The last requests. */
export class Journal {
  readonly #limit: number
  #entries: (() => MockRequest)[] = []
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Gives the request in form, on demand. */
  add(entry: Omit<Entry, 'number'>): () => MockRequest {
    const request = inForm({ number: ++this.#count, ...entry })
    this.#entries.push(request)
    // The oldest leave by the thousand, so that each addition costs the same.
    if (this.#entries.length >= 2 * this.#limit + 1_000) this.#trim()
    return request
  }

  get requests(): MockRequest[] {
    this.#trim()
    return this.#entries.map(request => request())
  }

  clear(): void {
    this.#entries = []
    this.#count = 0
  }

  #trim(): void {
    this.#entries = this.#limit > 0 ? this.#entries.slice(-this.#limit) : []
  }
}

function inForm(entry: Entry): () => MockRequest {
  let request: MockRequest | undefined
  return () => {
    if (!request) {
      const { time, url, headers, ...rest } = entry
      request = {
        ...rest,
        time: new Date(time),
        url: url.replace(/([?&]access_token=)[^&#]*/gi, `$1${REDACTED}`), // RFC 6750, section 2.3
        headers: redacted(headers()),
      }
    }
    return request
  }
}

const REDACTED = '[redacted]'

function redacted(headers: Iterable<[string, string]>): Record<string, string> {
  const shown = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    // Of credentials only the scheme is shown, where there is one.
    const scheme = key === 'cookie' ? '' : (/^[\w-]+ +(?=\S)/.exec(value)?.[0] ?? '')
    const text = SECRET.test(key) ? scheme + REDACTED : value
    const before = shown.get(key)
    shown.set(key, before === undefined ? text : `${before}, ${text}`)
  }
  return Object.fromEntries(shown)
}

const SECRET = /^(authorization|proxy-authorization|cookie)$/
