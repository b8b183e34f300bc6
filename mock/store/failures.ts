import { successStatus } from '../../generated/contract.ts'
import { isSuccess } from '../../generated/validators.ts'
import {
  type Answer,
  ERROR_HEADERS,
  errorAnswer,
  isHeaderValue,
  SUCCESS_HEADERS,
} from '../http/answer.ts'
import { MAX_DEPTH } from '../json/depth.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import {
  checkOptions,
  findProblems,
  isInteger,
  isPlainObject,
  mustBe,
  type OptionCheck,
  type OptionSchema,
  objectInsteadOf,
  problemAt,
  throwIfAny,
} from './check-options.ts'
import { checkMatch, type RequestMatch } from './match.ts'

/**
 * What a request gets in place of its normal response. A failed request adds no plant.
 *
 * - `{ status, body?, headers? }`: that response.
 * - `'network-error'`: no response, the connection is reset.
 * - `'no-answer'`: no response, the connection stays open.
 * - `'cut-short'`: the connection is closed in the middle of the body.
 * - `'malformed-json'`, `'empty-body'`, `'wrong-shape'`: the status of a success, with a body that is not
 *   JSON, is empty, or is JSON but not a Plant.
 *
 * | | socket | msw and `store.fetch` |
 * |---|---|---|
 * | `'network-error'` | connection reset | `fetch` rejects with a `TypeError` |
 * | `'no-answer'` | silence | a promise that settles only when the request is aborted |
 * | `'cut-short'` | connection closed in the body | reading the body fails |
 *
 * A worker of msw also reads the response for its log, and leaves the rejection after `'cut-short'` unhandled, unless it
 * was started with `{ quiet: true }`. A server that mounts `store.fetch` answers its rejections in its own way, usually with a 500.
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
      /** Added to the usual headers, or replacing those of the same name. At most 100, of 16,384 characters. */
      headers?: Record<string, string>
    }
  | 'network-error'
  | 'no-answer'
  | 'cut-short'
  | 'malformed-json'
  | 'empty-body'
  | 'wrong-shape'

type NamedFailure = Exclude<Failure, object>

/** The failures that have a name. */
const failureNames: readonly NamedFailure[] = [
  'network-error',
  'no-answer',
  'cut-short',
  'malformed-json',
  'empty-body',
  'wrong-shape',
]

/** Which requests `failNext` fails. */
export interface FailureOptions {
  /**
   * The number of requests that fail; `Infinity` for all until the failures are cleared.
   * @default 1
   */
  times?: number | undefined
  /**
   * How many of the matching requests pass first.
   * @default 0
   */
  skip?: number | undefined
  /**
   * Which requests fail.
   * @default every request for the operation
   */
  match?: RequestMatch | undefined
}

/** The journal keeps longer failures without their headers and bodies. */
const MAX_JOURNAL_CHARS = 16_384

/** A failure stored as JSON: a parsed body may take many times the memory of its text. */
export class StoredFailure {
  /** The id that it was scheduled with; undefined if it is random, or was given to a release. */
  readonly id: string | undefined
  /** Whether it was picked at random. */
  readonly isRandom: boolean
  readonly #json: string

  constructor(
    failure: Failure,
    { id, isRandom = false }: { id?: string | undefined; isRandom?: boolean } = {},
  ) {
    this.id = id
    this.isRandom = isRandom
    this.#json = writeJson(failure)
  }

  /** Returns the failure for the journal. A long one loses body and headers, which the response shows. */
  toShort(): StoredFailure {
    if (this.#json.length <= MAX_JOURNAL_CHARS) return this
    const failure = this.toFailure()
    return typeof failure === 'string' ? this : new StoredFailure({ status: failure.status }, this)
  }

  /** Returns the failure with header names in lower case. */
  toFailure(): Failure {
    const failure = readJson(this.#json) as Failure
    if (typeof failure === 'string' || !failure.headers) return failure
    return { ...failure, headers: Object.fromEntries(new Headers(failure.headers)) }
  }

  /** Returns the answer that shows the failure, or undefined if it has none. */
  toAnswer(): Answer | undefined {
    const failure = this.toFailure()
    return typeof failure === 'string' ? namedAnswer(failure) : statusAnswer(failure)
  }
}

function namedAnswer(failure: NamedFailure): Answer | undefined {
  switch (failure) {
    case 'malformed-json':
      return success('{"name":')
    case 'empty-body':
      return success('')
    case 'wrong-shape':
      return success(WRONG_SHAPE)
    case 'cut-short':
      return success('{"name":"cut short"}')
    default:
      return undefined
  }
}

const success = (body: string): Answer => ({
  status: successStatus,
  headers: SUCCESS_HEADERS,
  body,
})

/** A contract without required fields allows any object, but no array. */
const WRONG_SHAPE = isSuccess({ plant: 'none' }) ? '[]' : '{"plant":"none"}'

function statusAnswer({ status, body, headers }: Exclude<Failure, NamedFailure>): Answer {
  if (body === undefined)
    return errorAnswer({ status, message: `Injected failure: ${status}`, headers })
  if (typeof body === 'string') return { status, headers: { ...headers }, body }
  const json = status === successStatus ? SUCCESS_HEADERS : ERROR_HEADERS
  return { status, headers: { ...json, ...headers }, body: writeJson(body) }
}

/** The failures that `failureRate` picks from: all but `'no-answer'`, which never ends. */
export const RANDOM_FAILURES: readonly StoredFailure[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 429, headers: { 'retry-after': '1' } },
  ...failureNames.filter(name => name !== 'no-answer'),
].map((failure: Failure) => new StoredFailure(failure, { isRandom: true }))

/** The valid options of `failNext`. */
export const failureOptionsSchema: OptionSchema<FailureOptions> = {
  subject: 'options',
  member: 'an option of failNext',
  checks: {
    times: mustBe(
      'a positive integer or Infinity',
      value => value === Infinity || isInteger(value, 1),
    ),
    skip: mustBe('an integer, 0 or more', value => isInteger(value, 0)),
    match: checkMatch,
  },
}

const ARGUMENT: OptionSchema<{ failure: Failure }> = {
  subject: 'the arguments',
  member: 'an argument',
  required: ['failure'],
  checks: { failure: checkFailure },
}

/** Checks the arguments of `failNext`. Throws an `OptionsError` that names every problem. */
export function checkFailNext<Options>(
  failure: unknown,
  options: unknown,
  schema: OptionSchema<Options>,
): void {
  throwIfAny([...findProblems({ failure }, ARGUMENT), ...findProblems(options, schema)])
}

/** Checks the argument of `release`. Throws an `OptionsError` that names every problem. */
export function checkRelease(failure: unknown): void {
  if (failure !== undefined) checkOptions({ failure }, ARGUMENT)
}

export function checkFailure(value: unknown): ReturnType<OptionCheck> {
  if (failureNames.some(name => name === value)) return []
  if (!isPlainObject(value))
    return [problemAt([], `must be { status } or one of ${failureNames.join(', ')}`)]
  return Object.entries({ status: undefined, ...value }).flatMap(([name, part]) => {
    if (name === 'status' && !isInteger(part, 200, 599))
      return [problemAt([name], 'must be an integer from 200 to 599')]
    if (name === 'body' && !isForJson(part))
      return [problemAt([name], `must be a string or a value for JSON: ${nameOf(part)} is neither`)]
    if (name === 'body' && !isJson(part))
      return [problemAt([name], `cannot be written as JSON of at most ${MAX_DEPTH} levels`)]
    if (name === 'headers') return checkHeaders(part)
    return PROPERTIES.has(name) ? [] : [problemAt([name], 'is not a property of a failure')]
  })
}

const PROPERTIES = new Set(['status', 'body', 'headers'])

/** In place of bytes, a form, a stream or a Map, JSON would have `{}` or a list of numbers. */
function isForJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return true
  if (ArrayBuffer.isView(body)) return false
  return /^(?:Object|Array)$/.test(nameOf(body)) || 'toJSON' in body
}

/** Such as `Uint8Array`, also of another realm. */
const nameOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

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
    return [problemAt(['headers'], `must be ${objectInsteadOf(headers)} whose values are strings`)]
  if (Object.keys(headers).length > MAX_FAILURE_HEADERS)
    return [problemAt(['headers'], `must be at most ${MAX_FAILURE_HEADERS}`)]
  if (Object.entries(headers).join().length > MAX_HEADER_CHARS)
    return [problemAt(['headers'], `must have at most ${MAX_HEADER_CHARS} characters`)]
  return Object.entries(headers).flatMap(([name, value]) => {
    if (FRAMING.has(name.toLowerCase())) return [problemAt(['headers', name], 'must not be set')]
    return isHeader(name, value) ? [] : [problemAt(['headers', name], 'is not a valid header')]
  })
}

/** A thousand tiny ones would take far more memory than their characters. */
const MAX_FAILURE_HEADERS = 100

/** Node's fetch refuses more, by default: https://github.com/nodejs/node/blob/v24.21.0/deps/undici/undici.js#L9226 */
const MAX_HEADER_CHARS = 16_384

function isHeader(name: string, value: string): boolean {
  if (!isHeaderValue(value)) return false
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}

const isStringRecord = (value: unknown): value is Record<string, string> =>
  isPlainObject(value) && Object.values(value).every(part => typeof part === 'string')

/** The transport delimits the body; `'cut-short'` is the way to break that. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'trailer', 'upgrade'])
