import { isNetworkError, NetworkError } from '../http/answer.ts'
import { keepAlive } from '../http/keep-alive.ts'
import type { Count } from './limits.ts'
import type { MockRequest, RequestRecord } from './mock-request.ts'

/** What a request in flight waits for: a handler, its release, the latency, or only the end. */
export type InFlightKind = NonNullable<MockRequest['inFlight']>

/** The requests of a session that have no answer yet because they wait, in the order of their waits. */
export class InFlight {
  readonly #count: Count
  /** The requests that have one of the places. */
  readonly #places = new Set<RequestRecord>()
  /** What ends each wait. */
  readonly #waits = new Map<RequestRecord, (reason: string) => void>()

  /** `count` is shared with other sessions. */
  constructor(count: Count) {
    this.#count = count
  }

  /**
   * Takes a place for a request that the mock will keep waiting, unless it has one. Returns false if there is none.
   */
  takePlace(record: RequestRecord): boolean {
    if (this.#places.has(record)) return true
    if (!this.#count.take()) return false
    this.#places.add(record)
    return true
  }

  /** Frees the place of a request, if it had one. */
  freePlace(record: RequestRecord): void {
    if (this.#places.delete(record)) this.#count.give()
  }

  /**
   * Waits for `until`. Rejects with a `NetworkError` if the client leaves first, for `reasonIfLeft`, or if the
   * wait is ended.
   */
  async wait<T>(
    record: RequestRecord,
    kind: InFlightKind,
    signal: AbortSignal,
    { until, reasonIfLeft }: { until: Promise<T>; reasonIfLeft: string },
  ): Promise<T> {
    let end = (_reason: string) => {}
    const ended = new Promise<never>((_, reject) => {
      end = reason => reject(new NetworkError(reason))
    })
    const leave = () => end(isNetworkError(signal.reason) ? signal.reason.message : reasonIfLeft)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    this.#waits.set(record, end)
    record.inFlight = kind
    try {
      const maxMs = kind === 'no-answer' ? MAX_SILENCE_MS : Infinity
      return await keepAlive(Promise.race([until, ended]), maxMs, () => end(GIVEN_UP))
    } finally {
      signal.removeEventListener('abort', leave)
      this.#waits.delete(record)
      record.inFlight = undefined
    }
  }

  /** Ends all waits. */
  end(reason: string): void {
    for (const end of this.#waits.values()) end(reason)
  }

  [Symbol.iterator](): Iterator<RequestRecord> {
    return this.#waits.keys()
  }
}

const MAX_SILENCE_MS = 600_000

const GIVEN_UP = 'No client was expected to wait longer than ten minutes'
