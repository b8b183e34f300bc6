import { toStringifiable } from '../json/write.ts'
import type { MockFailure } from './failure.ts'

/**
 * A request to the store and its outcome. `JSON.stringify` accepts it as it is. Its snapshot is stable if
 * the date is faked, except for `failureId`.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockRequest } from 'plant-store-client/mock'
 *
 * const store = createMockStore()
 * await store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * const [request]: MockRequest[] = store.requests
 * console.log(request?.status) // 401
 * ```
 */
export interface MockRequest {
  /** Counts the requests in the order in which they arrived, from 1 since the start or the last reset. */
  readonly number: number
  /** When the request arrived. */
  readonly time: Date
  /** The method as it was sent. */
  readonly method: string
  /** The full URL; credentials in it are redacted. */
  readonly url: string
  /** Names in lower case; credentials and cookies are redacted. None if there were more than 200. */
  readonly headers: Record<string, string>
  /**
   * The bytes of the body that arrived, or that `Content-Length` announced if it was refused unread. Undefined
   * if there was no body, or if it was too long and announced no length.
   */
  readonly size?: number
  /** The body as it was sent, at most its first 16,384 characters, whether or not the request was refused. */
  readonly text?: string
  /** The value of the body with exact ids, if it was JSON of at most 16,384 characters. */
  readonly body?: unknown
  /** Why `text` is not the whole body: it was cut, too long to be read, cut short, or not UTF-8. */
  readonly omitted?: string
  /** The fields in the body that a NewPlant does not have, at most ten; undefined if there were none. */
  readonly ignored?: readonly string[]
  /** The status of the response; undefined if there was no response. */
  readonly status?: number
  /** The response; undefined if there was none. */
  readonly response?: MockResponse
  /** Milliseconds from the arrival of the request to its response, or to its end without one. */
  readonly duration?: number
  /**
   * Set if the request is not answered yet: `holdNext` holds it, the `latency` delays it, the failure
   * `'no-answer'` leaves it waiting, an msw handler of the server has not
   * answered, or the service that it was forwarded to has not.
   */
  readonly inFlight?: 'held' | 'delayed' | 'no-answer' | 'handler' | 'forwarded'
  /** Why the request was refused, or why it got no response: the client disconnected, or the mock was closed. */
  readonly reason?: string
  /** The failure that the request used; without headers and body if it exceeds 16,384 characters. */
  readonly failure?: MockFailure
  /**
   * The id of the scheduled failure that the request used, as `POST /__mock/failures` has returned it. Undefined if
   * the failure was random, or given to the release of a hold.
   */
  readonly failureId?: string
  /** Set if the failure was a random one. */
  readonly random?: true
  /** Set if an msw handler of the server answered, not the store. */
  readonly handler?: true
  /** Set if the request was sent on to the service of the option `forward`, at least in part. */
  readonly forwarded?: true
  /**
   * Where the forwarded request and its response break the contract, in the words of `verify`; undefined if nowhere.
   * A 5xx or a missing token alone is not a violation.
   */
  readonly violations?: readonly string[]
  /** The name of the session; undefined for the default one. */
  readonly session?: string
}

/** The response to a request, as it was sent. */
export interface MockResponse {
  /** Names in lower case; cookies are redacted. */
  readonly headers: Record<string, string>
  /** The bytes of the body; undefined if it had none, or comes from an msw handler. */
  readonly size?: number
  /** The body as it was sent, at most its first 16,384 characters. */
  readonly text?: string
  /** The value of the body with exact ids, if it was JSON of at most 16,384 characters and 128 levels. */
  readonly body?: unknown
  /** Why `text` is not the whole body: it was cut, or comes from an msw handler. */
  readonly omitted?: string
}

/** Makes `JSON.stringify` accept a request. */
export const withToJson = (request: MockRequest): MockRequest =>
  // Not enumerable, so that a test can compare requests without naming it.
  Object.defineProperty(request, 'toJSON', { value: toJson })

/** `JSON.stringify` passes a key, and cannot write a bigint. Snapshots pass none, and show ids as they are. */
function toJson(this: MockRequest, key?: string): unknown {
  return key === undefined ? { ...this } : toStringifiable({ ...this, time: this.time.toJSON() })
}
