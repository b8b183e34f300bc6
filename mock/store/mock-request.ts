import { type Answer, NULL_BODY_STATUSES } from '../http/answer.ts'
import type { ReadBody } from '../http/body.ts'
import { REDACTED, redactHeaders, redactUrl } from '../http/redact.ts'
import type { StoreRequest } from '../http/request.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { toStringifiable } from '../json/write.ts'
import type { Failure, StoredFailure } from './failures.ts'

/**
 * A request to the store and its outcome. `JSON.stringify` accepts it as it is. Its snapshot is stable if
 * the date is faked.
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
  /** The full URL; credentials and an `access_token` in it are redacted. */
  readonly url: string
  /** Names in lower case; credentials and cookies are redacted. */
  readonly headers: Record<string, string>
  /**
   * The body with exact ids, whether or not the request was refused, if it was JSON of at most 16,384
   * characters.
   */
  readonly body?: unknown
  /** Any other body: at most its first 16,384 characters, and how many there were. */
  readonly text?: string
  /** How many bytes of a body arrived; undefined if none did. */
  readonly size?: number
  /** Why `text` is not the whole body; undefined if it is. */
  readonly omitted?: string
  /** The fields in the body that a NewPlant does not have, at most ten; undefined if there were none. */
  readonly ignored?: readonly string[]
  /** The status of the response; undefined if there was no response. */
  readonly status?: number
  /** The response; undefined if there was none. */
  readonly response?: MockResponse
  /** Milliseconds from the arrival of the request to its response, or to its end without one. */
  readonly duration?: number
  /** Set if the request is not answered yet: `holdNext` holds it, or the `latency` delays it. */
  readonly inFlight?: 'held' | 'delayed' | 'no-answer'
  /**
   * Why the request was refused, or why the client got no response, for example because it disconnected.
   * Undefined for a named failure such as `'network-error'`, which is in `failure`.
   */
  readonly reason?: string
  /** The failure that the request got; without headers and body if it exceeds 16,384 characters. */
  readonly failure?: Failure
  /** Set if the failure was a random one. */
  readonly random?: true
  /** Set if an msw handler of the server answered, not the store. */
  readonly handler?: true
  /** The name of the session; undefined for the default one. */
  readonly session?: string
}

/**
 * The response to a request, as it was sent.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockResponse } from 'plant-store-client/mock'
 *
 * const store = createMockStore()
 * store.failNext({ status: 503, body: 'Later.' })
 * await store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * const response: MockResponse | undefined = store.requests[0]?.response
 * console.log(response?.text) // Later.
 * ```
 */
export interface MockResponse {
  /** Names in lower case; cookies are redacted. */
  readonly headers: Record<string, string>
  /**
   * The body with exact ids, if it was JSON of at most 16,384 characters and 128 levels. An msw handler's
   * body is not kept.
   */
  readonly body?: unknown
  /** Any other body: at most its first 16,384 characters, and how many there were. */
  readonly text?: string
  /** How many bytes of a body were sent; undefined if none were. */
  readonly size?: number
  /** Why `text` is not the whole body; undefined if it is. */
  readonly omitted?: string
}

/**
 * The store's record of a request. Bodies stay text until the request is read, because a parsed body may
 * take many times the memory of its text.
 */
export interface RequestRecord {
  readonly number: number
  /** In milliseconds since 1970. */
  readonly time: number
  readonly method: string
  /** Redacted. */
  readonly url: string
  /** Redacted. */
  readonly headers: ReadonlyMap<string, string>
  readonly session: string | undefined
  body: KeptText | undefined
  /** The id in the body, if it has one. */
  id: number | bigint | undefined
  ignored: readonly string[]
  inFlight: 'held' | 'delayed' | undefined
  response: RecordedResponse | undefined
  duration: number | undefined
  reason: string | undefined
  failure: StoredFailure | undefined
  isRandom: boolean
  isHandler: boolean
}

/** Creates the record of a request that has arrived. */
export const createRecord = (
  { method, url, headers }: StoreRequest,
  number: number,
  session: string | undefined,
): RequestRecord => ({
  number,
  time: Date.now(),
  method,
  url: redactUrl(url),
  headers: redactHeaders(headers),
  session,
  body: undefined,
  id: undefined,
  ignored: [],
  inFlight: undefined,
  response: undefined,
  duration: undefined,
  reason: undefined,
  failure: undefined,
  isRandom: false,
  isHandler: false,
})

/** A recorded body. */
export interface KeptText {
  readonly text: string
  /** Whether it is whole and may be JSON. */
  readonly mayBeJson: boolean
}

/** Maximum characters to keep of a body. */
export const MAX_TEXT_CHARS = 16_384

function keepText(text: string, mayBeJson: boolean): KeptText | undefined {
  if (text === '') return undefined
  if (text.length <= MAX_TEXT_CHARS) return { text, mayBeJson }
  return { text: cutText(text), mayBeJson: false }
}

/** A substring can retain its parent, so it is copied by a JSON round trip. */
function cutText(text: string): string {
  const start: string = JSON.parse(JSON.stringify(text.slice(0, MAX_TEXT_CHARS)))
  return `${start}… (${text.length} characters)`
}

/** Records the body of a request. */
export function recordBody(record: RequestRecord, { text = '', value }: ReadBody): void {
  record.body = keepText(text, value !== undefined)
  const { id } = Object(value)
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) record.id = id
}

/** A recorded response. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly hasCookies: boolean
  readonly body: KeptText | undefined
}

/** Records the response that the client sees. */
export function recordAnswer(record: RequestRecord, answer: Answer): void {
  const { status, headers, cookies, body, reason } = answer
  const hasBody = record.method !== 'HEAD' && !NULL_BODY_STATUSES.includes(status)
  const text = hasBody && typeof body === 'string' ? body : ''
  record.response = {
    status,
    headers,
    hasCookies: cookies !== undefined,
    body: keepText(text, true),
  }
  record.reason ??= reason
}

/** The properties are in the order of the interface. Those without a value are absent. */
export function toMockRequest(record: RequestRecord): MockRequest {
  const { number, time, method, url, headers, body, ignored, response, duration } = record
  const { inFlight, reason, failure, isRandom, isHandler, session } = record
  return withToJson({
    number,
    time: new Date(time),
    method,
    url,
    headers: Object.fromEntries(headers),
    ...(body && toBody(body)),
    ...(ignored.length > 0 && { ignored: [...ignored] }),
    ...(response && { status: response.status, response: toMockResponse(response) }),
    ...(duration !== undefined && { duration }),
    ...(inFlight && { inFlight }),
    ...(reason !== undefined && { reason }),
    ...(failure && { failure: failure.toFailure() }),
    ...(isRandom && { random: true }),
    ...(isHandler && { handler: true }),
    ...(session !== undefined && { session }),
  })
}

/** Shows a body that is not JSON, or too deeply nested to be written, as text. */
function toBody({ text, mayBeJson }: KeptText): { body: unknown } | { text: string } {
  try {
    return mayBeJson ? { body: readJson(text, MAX_DEPTH) } : { text }
  } catch {
    return { text }
  }
}

const toMockResponse = ({ headers, hasCookies, body }: RecordedResponse): MockResponse => ({
  headers: {
    ...Object.fromEntries(redactHeaders(Object.entries(headers))),
    ...(hasCookies && { 'set-cookie': REDACTED }),
  },
  ...(body && toBody(body)),
})

/** Makes `JSON.stringify` accept a request. */
export const withToJson = (request: MockRequest): MockRequest =>
  // Not enumerable, so that a test can compare requests without naming it.
  Object.defineProperty(request, 'toJSON', { value: toJson })

/** `JSON.stringify` passes a key, and cannot write a bigint. Snapshots pass none, and show ids as they are. */
function toJson(this: MockRequest, key?: string): unknown {
  return key === undefined ? { ...this } : toStringifiable({ ...this, time: this.time.toJSON() })
}
