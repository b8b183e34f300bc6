import type { Answer, OriginalResponse } from '../http/answer.ts'
import type { ParsedBody } from '../http/body.ts'
import { NULL_BODY_STATUSES } from '../http/null-body.ts'
import type { StoreRequest } from '../http/request.ts'
import { copyText } from '../json/copy-text.ts'
import type { MockRequest } from './mock-request.ts'
import type { StoredFailure } from './stored-failure.ts'
import type { Violation } from './violation.ts'

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
  /** As data: credentials in its headers are hidden when it is put into words. */
  violations: readonly Violation[]
}

/** Whether a request that is over was refused, failed, or broke the contract. */
export const hasFailed = ({ response, failure, violations }: RequestRecord): boolean =>
  !response || response.status >= 400 || failure !== undefined || violations.length > 0

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
  /** In bytes without its content coding; undefined if that is the size. */
  readonly decodedSize?: number
  /** Whether the text is whole and may be JSON. */
  readonly mayBeJson: boolean
  /** Why the text is not whole. */
  readonly omitted: string | undefined
}

/** Maximum characters to keep of a body. */
export const MAX_TEXT_CHARS = 16_384

function keepText(text: string, mayBeJson: boolean): KeptBody {
  if (text.length <= MAX_TEXT_CHARS) return { size: undefined, text, mayBeJson, omitted: undefined }
  const kept = copyText(text, MAX_TEXT_CHARS)
  return {
    size: byteLength(text),
    text: kept,
    mayBeJson: false,
    omitted: `all but the first ${kept.length} of ${text.length} characters`,
  }
}

const UTF8 = new TextEncoder()

/** Returns how many bytes a text that is kept whole has. */
export const sizeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : byteLength(text)

/** Returns how many bytes a text has in UTF-8. */
export const byteLength = (text: string): number => UTF8.encode(text).length

export function recordBody(
  record: RequestRecord,
  { size, text, value, omitted }: ParsedBody,
): void {
  if (text) record.body = keepText(text, value !== undefined)
  else if (omitted !== undefined) record.body = { size, text: undefined, mayBeJson: false, omitted }
  const { id } = Object(value)
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) record.id = id
}

/** Records why nobody has the body of the request, if it has one, with the bytes that have arrived or were announced. */
export function recordUnread(
  record: RequestRecord,
  { headers }: StoreRequest,
  omitted: string,
  received?: number,
): void {
  const length = Number(headers.get('content-length'))
  if (!length && !headers.has('transfer-encoding')) return
  const announced = length > 0 ? length : undefined
  record.body = { size: received ?? announced, text: undefined, mayBeJson: false, omitted }
}

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
function keepOriginalBody({ body, omitted }: OriginalResponse, text: string): KeptBody | undefined {
  if (body.length === 0) return undefined
  const size = body.length
  if (text === '') return { size, text: undefined, mayBeJson: false, omitted }
  const kept = keepText(text, omitted === undefined)
  const decodedSize = byteLength(text)
  return {
    ...kept,
    size,
    decodedSize,
    omitted: [kept.omitted, omitted].filter(Boolean).join('; ') || undefined,
  }
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
  chars += (reason?.length ?? 0) + (violations.length > 0 ? JSON.stringify(violations).length : 0)
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
