import { isNetworkError, NetworkError } from '../http/answer.ts'
import { keepAwake } from '../http/keep-awake.ts'
import type { StoreRequest } from '../http/request.ts'
import type { MockRequest } from './mock-request.ts'
import type { RequestRecord } from './request-record.ts'

/** What a request in flight waits for: a handler, its release, the latency, or only the end. */
export type InFlightKind = NonNullable<MockRequest['inFlight']>

/** The requests of a session that have no answer yet because they wait, in the order of their waits. */
export class InFlight {
  /** What ends each wait. */
  readonly #waits = new Map<RequestRecord, (reason: string) => void>()

  /**
   * Waits for `until`. Rejects with a `NetworkError` if the client leaves first, for `reasonIfLeft`, or if the
   * wait is ended.
   */
  async wait<T>(
    record: RequestRecord,
    kind: InFlightKind,
    request: Pick<StoreRequest, 'signal' | 'disconnectReason'>,
    { until, reasonIfLeft }: { until: Promise<T>; reasonIfLeft: string },
  ): Promise<T> {
    const { signal } = request
    let end = (_reason: string) => {}
    const ended = new Promise<never>((_, reject) => {
      end = reason => reject(new NetworkError(reason))
    })
    const reason = () => (isNetworkError(signal.reason) ? signal.reason.message : reasonIfLeft)
    const leave = () => end(reason())
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    this.#waits.set(record, end)
    record.inFlight = kind
    try {
      const maxMs = kind === 'no-answer' ? MAX_SILENCE_MS : Infinity
      const outcome = await keepAwake(Promise.race([until, ended]), maxMs, () => end(GIVEN_UP))
      // A client that has ended its side gets nothing more, even if its connection closes later, and `signal` with it.
      if (request.disconnectReason !== undefined) throw new NetworkError(reason())
      return outcome
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
