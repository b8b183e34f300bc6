import type { Answer, OriginalResponse } from '../http/answer.ts'
import { BYTE_ORDER_MARK, type ReadBody } from '../http/body.ts'
import { NULL_BODY_STATUSES } from '../http/null-body.ts'
import { REDACTED, redactHeaders, redactUrl } from '../http/redact.ts'
import type { StoreRequest } from '../http/request.ts'
import { copyText } from '../json/copy-text.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { toStringifiable } from '../json/write.ts'
import type { Failure, StoredFailure } from './failures.ts'

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
   * The bytes of the body that arrived, or that `Content-Length` announced if not all of it was read. Undefined
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
  readonly failure?: Failure
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

/**
 * The store's record of a request. Credentials in headers and URL are redacted when it is read, repeated tokens before
 * (`hideTokens`). Bodies stay text until then, because a parsed body may take many times the memory of its text.
 */
export interface RequestRecord {
  readonly number: number
  /** In milliseconds since 1970. */
  readonly time: number
  readonly method: string
  /** Not redacted. */
  readonly url: string
  /** Not redacted. */
  readonly headers: ReadonlyMap<string, string>
  readonly session: string | undefined
  body: KeptBody | undefined
  /** The id in the body, if it has one. */
  id: number | bigint | undefined
  ignored: readonly string[]
  inFlight: MockRequest['inFlight'] | undefined
  response: RecordedResponse | undefined
  duration: number | undefined
  reason: string | undefined
  failure: StoredFailure | undefined
  isHandler: boolean
  isForwarded: boolean
  /** Whether the store, or the service behind it, has added the plant of the request. */
  isAdded: boolean
  violations: readonly string[]
}

/** Creates the record of a request that has arrived. */
export const createRecord = (
  { method, url, headers, headerCount }: StoreRequest,
  number: number,
  session: string | undefined,
): RequestRecord => ({
  number,
  time: Date.now(),
  method,
  url,
  headers: headerCount > MAX_HEADERS ? new Map() : headers,
  session,
  body: undefined,
  id: undefined,
  ignored: [],
  inFlight: undefined,
  response: undefined,
  duration: undefined,
  reason: undefined,
  failure: undefined,
  isHandler: false,
  isForwarded: false,
  isAdded: false,
  violations: [],
})

/** A request with more headers is refused, and they are not kept. */
export const MAX_HEADERS = 200

/** A recorded body. */
export interface KeptBody {
  readonly text: string | undefined
  /** In bytes; undefined if the text is whole, or the size unknown. */
  readonly size: number | undefined
  /** Whether the text is whole and may be JSON. */
  readonly mayBeJson: boolean
  /** Why the text is not whole. */
  readonly omitted: string | undefined
}

/** Maximum characters to keep of a body. */
export const MAX_TEXT_CHARS = 16_384

function keepText(text: string, mayBeJson: boolean): KeptBody {
  if (text.length <= MAX_TEXT_CHARS) return { size: undefined, text, mayBeJson, omitted: undefined }
  return {
    size: byteLength(text),
    text: copyText(text, MAX_TEXT_CHARS),
    mayBeJson: false,
    omitted: `all but the first ${MAX_TEXT_CHARS} of ${text.length} characters`,
  }
}

const UTF8 = new TextEncoder()

/** Returns how many bytes a text that is kept whole has. */
export const sizeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : byteLength(text)

/** Returns how many bytes a text has in UTF-8. */
export const byteLength = (text: string): number => UTF8.encode(text).length

/** Records the body of a request. */
export function recordBody(record: RequestRecord, { size, text, value, omitted }: ReadBody): void {
  if (text) record.body = keepText(text, value !== undefined)
  else if (omitted !== undefined) record.body = { size, text: undefined, mayBeJson: false, omitted }
  const { id } = Object(value)
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) record.id = id
}

/** Records why nobody has the body of the request, if it has one. */
export function recordUnread(
  record: RequestRecord,
  { headers }: StoreRequest,
  omitted: string,
): void {
  const length = Number(headers.get('content-length'))
  if (!length && !headers.has('transfer-encoding')) return
  const size = length > 0 ? length : undefined
  record.body = { size, text: undefined, mayBeJson: false, omitted }
}

/** A recorded response. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly hasCookies: boolean
  readonly body: KeptBody | undefined
}

/** Records the response that the client sees. */
export function recordAnswer(record: RequestRecord, answer: Answer): void {
  const { status, headers, cookies, reason } = answer
  const body = keepAnswerBody(record, answer)
  record.response = { status, headers, hasCookies: cookies !== undefined, body }
  record.reason ??= reason
}

function keepAnswerBody({ method }: RequestRecord, answer: Answer): KeptBody | undefined {
  const { status, body, original } = answer
  if (original) return keepOriginalBody(original, String(body))
  if (method === 'HEAD' || NULL_BODY_STATUSES.includes(status) || body === '') return undefined
  if (typeof body === 'string') return keepText(body, true)
  return { size: undefined, text: undefined, mayBeJson: false, omitted: 'from an msw handler' }
}

/** The size is that of the bytes, and `text` what can be read of them. */
function keepOriginalBody(
  { body, omitted, isReadable }: OriginalResponse,
  text: string,
): KeptBody | undefined {
  if (body.length === 0) return undefined
  const size = body.length
  if (!isReadable) return { size, text: undefined, mayBeJson: false, omitted }
  const kept = keepText(text, omitted === undefined)
  return { ...kept, size, omitted: kept.omitted ?? omitted }
}

/** Estimates the memory of a record: a character takes two bytes if its text is not all Latin-1. */
export function bytesOf({
  url,
  headers,
  body,
  response,
  reason,
  violations,
}: RequestRecord): number {
  let chars = url.length + (body?.text?.length ?? 0) + (response?.body?.text?.length ?? 0)
  chars += (reason?.length ?? 0) + violations.join().length
  let count = headers.size
  for (const [name, value] of headers) chars += name.length + value.length
  for (const name in response?.headers) {
    count++
    chars += name.length + (response?.headers[name]?.length ?? 0)
  }
  return RECORD_BYTES + HEADER_BYTES * count + 2 * chars
}

/** Bookkeeping of a record and of each of its headers, on top of their texts. */
const RECORD_BYTES = 1_024
const HEADER_BYTES = 64

/** Returns the URL of a request without credentials. */
export const shownUrl = ({ url }: RequestRecord): string => redactUrl(url)

/** The properties are in the order of the interface. Those without a value are absent. */
export function toMockRequest(record: RequestRecord): MockRequest {
  const { number, time, method, headers, body, ignored, response, duration } = record
  const { inFlight, reason, failure, isHandler, session } = record
  const { isForwarded, violations } = record
  return withToJson({
    number,
    time: new Date(time),
    method,
    url: shownUrl(record),
    headers: redactHeaders(headers),
    ...(body && toBody(body)),
    ...(ignored.length > 0 && { ignored: [...ignored] }),
    ...(response && { status: response.status, response: toMockResponse(response) }),
    ...(duration !== undefined && { duration }),
    ...(inFlight && { inFlight }),
    ...(reason !== undefined && { reason }),
    ...(failure && { failure: failure.toFailure() }),
    ...(failure?.id !== undefined && { failureId: failure.id }),
    ...(failure?.isRandom && { random: true }),
    ...(isHandler && { handler: true }),
    ...(isForwarded && { forwarded: true }),
    ...(violations.length > 0 && { violations: [...violations] }),
    ...(session !== undefined && { session }),
  })
}

function toBody({ text, size, mayBeJson, omitted }: KeptBody): Omit<MockResponse, 'headers'> {
  const bytes = size ?? sizeOf(text)
  return {
    ...(bytes !== undefined && { size: bytes }),
    ...(text !== undefined && { text }),
    ...(text !== undefined && mayBeJson && toValue(text)),
    ...(omitted !== undefined && { omitted }),
  }
}

/** Shows no value if the body is not JSON, or too deeply nested to be written. */
function toValue(text: string): { body?: unknown } {
  try {
    return { body: readJson(text.replace(BYTE_ORDER_MARK, ''), MAX_DEPTH) }
  } catch {
    return {}
  }
}

const toMockResponse = ({ headers, hasCookies, body }: RecordedResponse): MockResponse => ({
  headers: {
    ...redactHeaders(Object.entries(headers)),
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
