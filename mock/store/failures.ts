import { successStatus } from '../../generated/contract.ts'
import { isSuccess } from '../../generated/validators.js'
import {
  CORS_HEADERS,
  ERROR_HEADERS,
  errorResponse,
  type StoreResponse,
  SUCCESS_HEADERS,
} from '../http/response.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import {
  isInteger,
  isObject,
  mustBe,
  type OptionCheck,
  type OptionSchema,
  problemAt,
} from './check-options.ts'

/**
 * What a request gets in place of its normal response. A failed request adds no plant.
 *
 * - `{ status, body?, headers? }`: that response.
 * - `'network-error'`: no response, the connection is reset.
 * - `'no-answer'`: no response, the connection stays open.
 * - `'cut-short'`: the connection is closed in the middle of the body.
 * - `'malformed-json'`, `'empty-body'`, `'wrong-shape'`: a 200 whose body is not JSON, is empty, or is
 *   JSON but not a Plant.
 *
 * | | socket | msw and `store.fetch` |
 * |---|---|---|
 * | `'network-error'` | connection reset | `fetch` rejects with a `TypeError` |
 * | `'no-answer'` | silence | a promise that settles only when the request is aborted |
 * | `'cut-short'` | connection closed in the body | reading the body fails |
 *
 * A server that mounts `store.fetch` answers its rejections in its own way, usually with a 500.
 *
 * @example
 * ```ts
 * import { createMockStore, type Failure } from 'plant-store-client/mock'
 *
 * const busy: Failure = { status: 503, headers: { 'retry-after': '1' } }
 * const store = createMockStore()
 * store.failNext(busy)
 * const { status } = await store.fetch('https://plants.example.com/plants', { method: 'POST' })
 * console.log(status) // 503
 * ```
 */
export type Failure =
  | {
      /** An HTTP status, 200 to 599. */
      status: number
      /** Sent as JSON, or as it is if a string. By default an Error whose `error` is the status. */
      body?: unknown
      /** Added to the usual headers, or replacing them. */
      headers?: Record<string, string>
    }
  | 'network-error'
  | 'no-answer'
  | 'cut-short'
  | 'malformed-json'
  | 'empty-body'
  | 'wrong-shape'

/** The failures that have a name. */
const failureNames: readonly Exclude<Failure, object>[] = [
  'network-error',
  'no-answer',
  'cut-short',
  'malformed-json',
  'empty-body',
  'wrong-shape',
]

/** What `failureRate` chooses from: every failure except the one that never ends. */
const RANDOM_FAILURES: readonly Failure[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 429, headers: { 'retry-after': '1' } },
  ...failureNames.filter(name => name !== 'no-answer'),
]

/** A failure and the number of requests that get it. */
export interface PendingFailure {
  readonly failure: Failure
  readonly times: number
}

/** The failures of the next requests: first those on command, then random ones. */
export class Failures {
  readonly #random: () => number
  #queue: { failure: Failure; times: number }[] = []

  constructor(random: () => number) {
    this.#random = random
  }

  add({ failure, times }: PendingFailure): void {
    this.#queue.push({ failure: copyFailure(failure), times })
  }

  /** The failures on command that are still to come. */
  get pending(): PendingFailure[] {
    return this.#queue.map(pending => ({ ...pending }))
  }

  clear(): void {
    this.#queue = []
  }

  /** The failure of the next request, if it gets one. */
  next(rate: number): Failure | undefined {
    const first = this.#queue[0]
    if (first) {
      if (--first.times === 0) this.#queue.shift()
      return first.failure
    }
    if (rate > 0 && this.#random() < rate)
      return RANDOM_FAILURES[Math.floor(this.#random() * RANDOM_FAILURES.length)]
  }
}

/** The response that shows a failure. */
export function failureResponse(failure: Failure): StoreResponse {
  if (typeof failure === 'object') {
    const { status, body, headers } = failure
    if (body === undefined)
      return errorResponse(status, `Failed on command with ${status}`, headers)
    if (typeof body === 'string') return { status, headers: { ...CORS_HEADERS, ...headers }, body }
    const usual = status === successStatus ? SUCCESS_HEADERS : ERROR_HEADERS
    return { status, headers: { ...usual, ...headers }, body: writeJson(body) }
  }
  switch (failure) {
    case 'malformed-json':
      return success('{"name":')
    case 'empty-body':
      return success('')
    case 'wrong-shape':
      return success(WRONG_SHAPE)
    default:
      return { ...success('{"name":"cut short"}'), transportFailure: failure }
  }
}

const success = (body: string): StoreResponse => ({
  status: successStatus,
  headers: SUCCESS_HEADERS,
  body,
})

/** A contract without required fields allows any object, but no array. */
const WRONG_SHAPE = isSuccess({ plant: 'none' }) ? '[]' : '{"plant":"none"}'

/** What `failNext` and the control API accept. */
export const failureSchema: OptionSchema<PendingFailure> = {
  subject: 'the body',
  member: 'a property of a failure request',
  required: ['failure', 'times'],
  checks: {
    failure: checkFailure,
    times: mustBe(
      'a positive integer or Infinity',
      value => value === Infinity || isInteger(value, 1),
    ),
  },
}

function checkFailure(value: unknown): ReturnType<OptionCheck> {
  if (failureNames.some(name => name === value)) return []
  if (!isObject(value))
    return [problemAt([], `must be { status } or one of ${failureNames.join(', ')}`)]
  return Object.entries({ status: undefined, ...value }).flatMap(([name, part]) => {
    if (name === 'status' && !isInteger(part, 200, 599))
      return [problemAt([name], 'must be an integer from 200 to 599')]
    if (name === 'body' && !isJson(part))
      return [problemAt([name], `cannot be written as JSON of at most ${MAX_DEPTH} levels`)]
    if (name === 'headers') return checkHeaders(part)
    return PROPERTIES.has(name) ? [] : [problemAt([name], 'is not a property of a failure')]
  })
}

const PROPERTIES = new Set(['status', 'body', 'headers'])

const JSON_TYPES = new Set(['undefined', 'string', 'object', 'number', 'bigint', 'boolean'])

function isJson(body: unknown): boolean {
  try {
    readJson(writeJson(body), MAX_DEPTH)
    return JSON_TYPES.has(typeof body)
  } catch {
    return false
  }
}

function checkHeaders(headers: unknown): ReturnType<OptionCheck> {
  if (headers === undefined) return []
  if (!isStringRecord(headers))
    return [problemAt(['headers'], 'must be an object whose values are strings')]
  return Object.entries(headers).flatMap(([name, value]) => {
    if (FRAMING.has(name.toLowerCase())) return [problemAt(['headers', name], 'must not be set')]
    return isHeader(name, value) ? [] : [problemAt(['headers', name], 'is not a valid header')]
  })
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}

const isStringRecord = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(part => typeof part === 'string')

/** The transport delimits the body; to break that there is `'cut-short'`. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'trailer', 'upgrade'])

/** A copy, which later changes to the caller's object do not reach. */
function copyFailure(failure: Failure): Failure {
  if (typeof failure === 'string') return failure
  const { status, body, headers = {} } = failure
  return {
    status,
    ...(body !== undefined && { body: readJson(writeJson(body)) }),
    headers: Object.fromEntries(new Headers(headers)),
  }
}
