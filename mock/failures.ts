import { successStatus } from '../generated/contract.ts'
import { type Answer, CORS, type Fault, JSON_HEADERS, refusal } from './answer.ts'
import { readJson } from './json.ts'
import { writeJson } from './write-json.ts'

/**
 * What a request is answered with instead of the truth. A failed request adds no plant.
 *
 * - `{ status, body?, headers? }`: that answer.
 * - `'network-error'`: no answer, the connection is reset.
 * - `'no-answer'`: the connection stays open and silent.
 * - `'cut-short'`: the connection is closed in the middle of the body.
 * - `'malformed-json'`, `'empty-body'`, `'wrong-shape'`: a 200 whose body is not JSON, is empty, or is
 *   JSON but no Plant.
 *
 * | | socket | msw and `store.fetch` |
 * |---|---|---|
 * | `'network-error'` | connection reset | `fetch` rejects with a `TypeError` |
 * | `'no-answer'` | silence | a promise that settles only when the request is aborted |
 * | `'cut-short'` | connection closed in the body | reading the body fails |
 *
 * A server that `store.fetch` is mounted in has its own answer to an exception, in most a 500.
 *
 * @example
 * ```ts
 * import { createMockStore, type Failure } from 'plant-store-client/mock/server'
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
      /** An object is sent as JSON, a string as it is; without it, an Error whose `error` is the status. */
      body?: unknown
      /** Besides those of every answer, or instead of them. */
      headers?: Record<string, string>
    }
  | 'network-error'
  | 'no-answer'
  | 'cut-short'
  | 'malformed-json'
  | 'empty-body'
  | 'wrong-shape'

/** The failures that have a name. */
export const failureNames: readonly Exclude<Failure, object>[] = [
  'network-error',
  'no-answer',
  'cut-short',
  'malformed-json',
  'empty-body',
  'wrong-shape',
]

/** What `failureRate` chooses from: all that a request can meet, but the one that never ends. */
const RANDOM: Failure[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 429, headers: { 'retry-after': '1' } },
  ...failureNames.filter(name => name !== 'no-answer'),
]

/** The failures to come: those that were asked for, then those of chance. */
export class Failures {
  readonly #random: () => number
  #queue: { failure: Failure; times: number }[] = []

  constructor(random: () => number) {
    this.#random = random
  }

  add(failure: Failure, times: number): void {
    this.#queue.push({ failure: checked(failure), times: checkedTimes(times) })
  }

  /** Those that were asked for and are still to come. */
  get pending(): { failure: Failure; times: number }[] {
    return this.#queue.map(each => ({ ...each }))
  }

  clear(): void {
    this.#queue = []
  }

  /** The failure of the next request, if it has one. */
  next(rate: number): Failure | undefined {
    const first = this.#queue[0]
    if (first) {
      if (--first.times === 0) this.#queue.shift()
      return first.failure
    }
    if (rate > 0 && this.#random() < rate) return RANDOM[Math.floor(this.#random() * RANDOM.length)]
  }
}

/** The answer that a failure comes to. */
export function failed(failure: Failure): Answer {
  if (typeof failure === 'object') {
    const { status, body, headers } = failure
    if (body === undefined) return refusal(status, `Failed on command with ${status}`, headers)
    if (typeof body === 'string') return { status, headers: { ...CORS, ...headers }, body }
    return { status, headers: { ...JSON_HEADERS, ...headers }, body: writeJson(body) }
  }
  const success = (body: string): Answer => ({ status: successStatus, headers: JSON_HEADERS, body })
  switch (failure) {
    case 'malformed-json':
      return success('{"name":')
    case 'empty-body':
      return success('')
    case 'wrong-shape':
      return success('{"plant":"none"}')
    default:
      return { ...success('{"name":"cut short"}'), fault: failure }
  }
}

/** A copy, so that what becomes of the caller's object is no matter. */
function checked(failure: Failure): Failure {
  if (failureNames.includes(failure as Fault)) return failure
  const { status, body, headers = {}, ...rest } = Object(failure) as Exclude<Failure, string>
  const [unknown] = Object.keys(rest)
  if (typeof failure !== 'object' || !Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(
      `failNext: failure takes { status } from 200 to 599, or one of ${failureNames.join(', ')}`,
    )
  if (unknown) throw new TypeError(`failNext: ${unknown} is no part of a failure`)
  if (!['undefined', 'string', 'object', 'number', 'bigint', 'boolean'].includes(typeof body))
    throw new TypeError('failNext: body takes a string or a JSON value')
  return {
    status,
    ...(body !== undefined && { body: copied(body) }),
    headers: checkedHeaders(headers),
  }
}

function copied(body: unknown): unknown {
  try {
    return readJson(writeJson(body))
  } catch (cause) {
    throw new TypeError('failNext: failure.body cannot be written as JSON', { cause })
  }
}

/** Lower case, one of each; line breaks and the like are a `TypeError` of `Headers`. */
function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  const checked = new Headers(headers)
  for (const name of FRAMING)
    if (checked.has(name)) throw new TypeError(`failNext: headers must not set ${name}`)
  return Object.fromEntries(checked)
}

/** How a body is delimited is for the door to say; for a broken one there is `'cut-short'`. */
const FRAMING = ['content-length', 'transfer-encoding', 'trailer', 'upgrade']

function checkedTimes(times: number): number {
  if (times === Infinity || (Number.isInteger(times) && times > 0)) return times
  throw new TypeError('failNext: times takes a whole number above 0')
}
