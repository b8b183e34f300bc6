import { readJson } from '../json/read.ts'
import { toStringifiable, writeJson } from '../json/write.ts'
import type { Failure } from './failures.ts'
import { redactHeaders, redactUrl } from './redact.ts'

/**
 * A request to the store and its outcome. `JSON.stringify` accepts it as it is.
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
  /** Counts from 1 since the start or the last reset. */
  readonly number: number
  /** When the request arrived. */
  readonly time: Date
  /** The method as it was sent. */
  readonly method: string
  /** The full URL; an `access_token` in its query is redacted. */
  readonly url: string
  /** Names in lower case; credentials and cookies are redacted. */
  readonly headers: Record<string, string>
  /** The body as JSON with exact ids; undefined if there was none or it was not JSON. */
  readonly body?: unknown
  /** The body if it was not JSON: at most its first 4,096 characters. */
  readonly text?: string
  /** The status of the response; 0 if a failure left the request without one. */
  readonly status: number
  /** Why the request was refused. */
  readonly reason?: string
  /** The failure that the request got, on command or at random. */
  readonly failure?: Failure
  /** Set if an msw handler of the server answered, not the store. */
  readonly handler?: true
  /** The name of the session; absent for the default session. */
  readonly session?: string
}

/** What the store keeps of a request; it becomes a `MockRequest` only when somebody reads it. */
export interface RequestRecord {
  time: number
  method: string
  url: string
  headers: Iterable<readonly [name: string, value: string]>
  status: number
  text?: string
  /** Whether `text` is JSON. */
  isJson?: boolean
  reason?: string
  failure?: Failure
  handler?: true
  session?: string
}

const MAX_TEXT_CHARS = 4_096

export function toMockRequest(number: number, record: RequestRecord): MockRequest {
  const { time, url, headers, text, isJson, ...rest } = record
  const request: MockRequest = {
    number,
    ...rest,
    ...(text !== undefined &&
      (isJson ? { body: readJson(text) } : { text: text.slice(0, MAX_TEXT_CHARS) })),
    time: new Date(time),
    url: redactUrl(url),
    headers: redactHeaders(headers),
  }
  // Not enumerable, so that a test which compares requests need not name it.
  Object.defineProperty(request, 'toJSON', {
    value: () => toStringifiable({ ...request, time: request.time.toJSON() }),
  })
  return request
}

/** Writes a request as JSON with exact ids, whatever its body was. */
export function writeMockRequest(request: MockRequest): string {
  try {
    return writeJson({ ...request }) // without its toJSON, which loses bigints on Node 20
  } catch {
    const { body, ...rest } = request
    return writeJson({ ...rest, text: 'The body is nested too deeply to be shown' })
  }
}
