import type { Failure } from '../failures.ts'
import type { MockRequest } from '../journal.ts'
import type { NewPlant } from '../plant.ts'

/**
 * What the control API takes and gives, as JSON. An int64 is an integer literal both ways, so read
 * and write it with something that keeps its digits; a `Date` is text (RFC 3339).
 *
 * | route | takes | gives |
 * |---|---|---|
 * | `GET /__mock` | | the console page |
 * | `GET /__mock/health` | | `MockState` |
 * | `GET /__mock/plants` | | every `NewPlant`, in the order in which they were added |
 * | `GET /__mock/requests` | | every `MockRequest` of the journal, the oldest first |
 * | `POST /__mock/failures` | `FailureOrder` | `MockState` |
 * | `DELETE /__mock/failures` | | `MockState`, with no failure to come |
 * | `PUT /__mock/settings` | `SettingsOrder` | `MockState` |
 * | `POST /__mock/reset` | nothing, or `{}` | `MockState` |
 * | `GET /__mock/events` | | server-sent events: `state` and `request` |
 *
 * Lists take `?last=<number>`: only the last so many. What changes anything must be sent as
 * `application/json`. Whatever is refused gets `{ error, message }`: the status, and what would be right.
 *
 * The events begin with a `state`, then come the requests of the journal, at most the last 1,000, then
 * whatever happens: a `request` (`MockRequest`) for each request, a `state` (`MockState`) after each
 * change. The id of a `request` sent back as `Last-Event-ID` resumes after it. A reset shows as a
 * `state` with another `run`.
 *
 * @example
 * ```ts
 * const response = await fetch('http://127.0.0.1:4010/__mock/failures', {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json' },
 *   body: JSON.stringify({ failure: 'no-answer', times: 2 }),
 * })
 * console.log(response.status) // 200
 * ```
 */
export interface ControlRoutes {
  /** How the server is. */
  'GET /health'(): MockState
  /** The plants, in the order in which they were added. */
  'GET /plants'(): NewPlant[]
  /** The journal, the oldest first. */
  'GET /requests'(): RequestOnWire[]
  /** Fails the requests to come. */
  'POST /failures'(order: FailureOrder): MockState
  /** Drops the failures to come. */
  'DELETE /failures'(): MockState
  /** Changes the settings. */
  'PUT /settings'(order: SettingsOrder): MockState
  /** Goes back to the start. */
  'POST /reset'(): MockState
}

/**
 * How a mock server is at the moment.
 *
 * @example
 * ```ts
 * import type { MockState } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/health')
 * const { plants, settings }: MockState = await response.json()
 * console.log(plants, settings.failureRate) // 0 0
 * ```
 */
export interface MockState {
  /** Which life of the store it is: another one after each start of the server and each reset. */
  readonly run: string
  /** The path of the base address, such as `/v1`; empty where there is none. */
  readonly basePath: string
  /** How many plants there are. */
  readonly plants: number
  /** How many requests there were in this run; the journal may have dropped the oldest. */
  readonly requests: number
  /** The settings in force. */
  readonly settings: SettingsInForce
  /** The failures to come, the next one first. */
  readonly failures: readonly Required<FailureOrder>[]
}

/**
 * The settings that a running server can change.
 *
 * @example
 * ```ts
 * import type { SettingsInForce } from 'plant-store-client/mock'
 *
 * const isCalm = ({ latency, failureRate }: SettingsInForce) => latency[1] + failureRate === 0
 * ```
 */
export interface SettingsInForce {
  /** Milliseconds before each answer: the least and the most. */
  readonly latency: readonly [min: number, max: number]
  /** The share of requests that meet a random failure, 0 to 1. */
  readonly failureRate: number
}

/**
 * A change of the settings: what is left out stays as it is.
 *
 * @example
 * ```ts
 * import type { SettingsOrder } from 'plant-store-client/mock'
 *
 * const slow: SettingsOrder = { latency: [500, 2_000] }
 * ```
 */
export interface SettingsOrder {
  /** Milliseconds before each answer, or the least and the most of them. */
  latency?: number | readonly [min: number, max: number]
  /** The share of requests that meet a random failure, 0 to 1. */
  failureRate?: number
}

/**
 * A failure for the requests to come.
 *
 * @example
 * ```ts
 * import type { FailureOrder } from 'plant-store-client/mock'
 *
 * const down: FailureOrder = { failure: { status: 503 }, times: 'Infinity' }
 * ```
 */
export interface FailureOrder {
  /** What each of them meets. */
  failure: Failure
  /**
   * How many requests; `"Infinity"` for every one until the failures are cleared.
   * @default 1
   */
  times?: number | 'Infinity'
}

/**
 * A `MockRequest` whose time is still text.
 *
 * @example
 * ```ts
 * import type { RequestOnWire } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/requests?last=10')
 * const requests: RequestOnWire[] = await response.json()
 * console.log(requests.map(({ time, status }) => [new Date(time), status])) // []
 * ```
 */
export type RequestOnWire = Omit<MockRequest, 'time'> & {
  /** RFC 3339. */
  time: string
}

/** Where the control API is, at the server's root. */
export const CONTROL_PATH = '/__mock'

/** What every answer of the control API carries, so that nobody takes another server for it. */
export const CONTROL_MARK: readonly [name: string, value: string] = ['x-mock-server', 'plant-store']
