import type { SentHeaders, StoreRequest } from '../http/request.ts'
import { NULL_BODY_STATUSES, type StoreResponse } from '../http/response.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { toStringifiable, writeJson } from '../json/write.ts'
import type { Failure, StoredFailure } from './failures.ts'
import { redactHeaders, redactUrl } from './redact.ts'
import { cutText, MAX_TEXT_CHARS } from './text.ts'

/**
 * A request to the store and its outcome. `JSON.stringify` accepts it as it is. A snapshot of it is the
 * same each time if the date is faked.
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
  /** The full URL; an `access_token` in its query is redacted. */
  readonly url: string
  /** Names in lower case; credentials and cookies are redacted. */
  readonly headers: Record<string, string>
  /**
   * The body as JSON with exact ids, whether or not the request was refused; undefined if there was none or
   * it was not JSON.
   */
  readonly body?: unknown
  /** The body if it was not JSON: at most its first 4,096 characters, and how many there were. */
  readonly text?: string
  /** The status of the response; undefined if there was no response. */
  readonly status?: number
  /** The response; undefined if there was none. */
  readonly response?: MockResponse
  /** Milliseconds from the arrival of the request to its response, or to its end without one. */
  readonly duration?: number
  /** Set if the request is not answered yet: `holdNext` holds it, or the `latency` delays it. */
  readonly pending?: 'held' | 'delayed'
  /** Why the request was refused, or why there was no response. */
  readonly reason?: string
  /** The failure that the request got. */
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
   * The body with exact ids, if it was JSON of at most 4,096 characters and 128 levels. An msw handler's
   * body is not kept.
   */
  readonly body?: unknown
  /** Any other body: at most its first 4,096 characters, and how many there were. */
  readonly text?: string
}

/** What the store keeps of a request; it becomes a `MockRequest` only when somebody reads it. */
export interface RequestRecord {
  readonly number: number
  readonly time: number
  readonly method: string
  readonly url: string
  readonly headers: SentHeaders
  readonly headerChars: number
  readonly session: string | undefined
  /** The whole body if it is JSON, otherwise what is shown of it. */
  text: string | undefined
  /** Whether `text` is JSON. */
  isJson: boolean
  /** The id in the body, if it has one, for the log. */
  id: number | bigint | undefined
  pending: 'held' | 'delayed' | undefined
  response: RecordedResponse | undefined
  duration: number | undefined
  reason: string | undefined
  failure: StoredFailure | undefined
  isRandom: boolean
  isHandler: boolean
  /** How many characters it takes up in the journal. */
  chars: number
}

/** What a record has of a request before its body. */
export type RequestHead = Pick<StoreRequest, 'method' | 'url' | 'headers' | 'headerChars'>

/** The record of a request that has arrived. */
export function createRecord(
  { method, url, headers, headerChars }: RequestHead,
  number: number,
  session: string | undefined,
): RequestRecord {
  return {
    number,
    time: Date.now(),
    method,
    url,
    headers,
    headerChars,
    session,
    text: undefined,
    isJson: false,
    id: undefined,
    pending: undefined,
    response: undefined,
    duration: undefined,
    reason: undefined,
    failure: undefined,
    isRandom: false,
    isHandler: false,
    chars: 0,
  }
}

/** What the store keeps of a response. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly hasCookies: boolean
  readonly text: string
}

/** What each record takes up beside its texts, in characters. */
const RECORD_CHARS = 500

/** How many characters a record takes up. */
export function charsOf(record: RequestRecord): number {
  const { url, headerChars, text, response, reason, failure, isHandler } = record
  let chars = RECORD_CHARS + url.length + headerChars + (text?.length ?? 0) + (reason?.length ?? 0)
  if (response) chars += response.text.length
  if (response && isHandler) chars += Object.entries(response.headers).flat().join('').length
  if (failure) chars += failure.chars
  return chars
}

/** Records what a client gets to see of a response. */
export function recordResponse(
  { status, headers, cookies, body, transportFailure }: StoreResponse,
  method: string,
): RecordedResponse | undefined {
  if (transportFailure === 'network-error' || transportFailure === 'no-answer') return undefined
  const hasBody = method !== 'HEAD' && !NULL_BODY_STATUSES.includes(status)
  const text = hasBody && typeof body === 'string' ? body : ''
  return {
    status,
    headers,
    hasCookies: cookies !== undefined,
    text: cutText(transportFailure === 'cut-short' ? text.slice(0, text.length / 2) : text),
  }
}

/**
 * The properties are in the order of the interface. Those without a value are absent. A JSON body of more
 * than `maxBodyChars` is shown as text, and cut.
 */
export function toMockRequest(record: RequestRecord, maxBodyChars: number = Infinity): MockRequest {
  const { number, time, method, url, headers, response, duration } = record
  const { pending, reason, failure, isRandom, isHandler, session } = record
  return withToJson({
    number,
    time: new Date(time),
    method,
    url: redactUrl(url),
    headers: redactHeaders(headers),
    ...toBody(record, maxBodyChars),
    ...(response && { status: response.status, response: toMockResponse(response) }),
    ...(duration !== undefined && { duration }),
    ...(pending && { pending }),
    ...(reason !== undefined && { reason }),
    ...(failure && { failure: failure.toFailure() }),
    ...(isRandom && { random: true }),
    ...(isHandler && { handler: true }),
    ...(session !== undefined && { session }),
  })
}

/** Makes a request one that can be stringified. */
export const withToJson = (request: MockRequest): MockRequest =>
  // Not enumerable, so that a test which compares requests need not name it.
  Object.defineProperty(request, 'toJSON', { value: toJson })

function toBody(
  { text, isJson }: RequestRecord,
  maxChars: number,
): { body: unknown } | { text: string } | undefined {
  if (text === undefined) return undefined
  return isJson && text.length <= maxChars
    ? { body: readJson(text) }
    : { text: cutText(text, Math.min(maxChars, MAX_TEXT_CHARS + 100)) }
}

/**
 * `JSON.stringify` passes a key, and cannot write a bigint. Snapshots pass none, and show ids as they
 * are.
 */
function toJson(this: MockRequest, key?: string): unknown {
  return key === undefined ? { ...this } : toStringifiable({ ...this, time: this.time.toJSON() })
}

function toMockResponse({ headers, hasCookies, text }: RecordedResponse): MockResponse {
  const shown = redactHeaders(Object.entries(headers))
  const cookies = hasCookies && { 'set-cookie': '[redacted]' }
  return { headers: { ...shown, ...cookies }, ...(text !== '' && parseText(text)) }
}

function parseText(text: string): { body: unknown } | { text: string } {
  try {
    if (text.length <= MAX_TEXT_CHARS) return { body: readJson(text, MAX_DEPTH) }
  } catch {
    // It is shown as text, also if it is nested too deeply to be written.
  }
  return { text }
}

/** Writes a request as JSON with exact ids, without its toJSON, which loses bigints on Node 20. */
export const writeMockRequest = (request: MockRequest): string => writeJson({ ...request })
