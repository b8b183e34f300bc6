import type { Failure } from '../store/failures.ts'
import type { MockRequest } from '../store/mock-request.ts'
import type { Settings, SettingsUpdate } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'

/**
 * The control API, as JSON. An int64 is an integer literal both ways, so read and write it with
 * something that keeps its digits; a `Date` is text (RFC 3339).
 *
 * | route | takes | returns |
 * |---|---|---|
 * | `GET /__mock` | | the console page |
 * | `GET /__mock/health` | | `MockState` |
 * | `GET /__mock/plants` | | every `NewPlant`, in the order in which they were added |
 * | `GET /__mock/requests` | | every `SerializedMockRequest` in the journal, the oldest first |
 * | `POST /__mock/failures` | `FailureRequest` | `MockState` |
 * | `DELETE /__mock/failures` | | `MockState`, without pending failures |
 * | `PUT /__mock/settings` | `SettingsUpdate` | `MockState` |
 * | `POST /__mock/reset` | nothing, or `{}` | `MockState` |
 * | `GET /__mock/events` | | server-sent events: `state` and `request` |
 * | `GET /__mock/sessions` | | every named `MockSession`, the longest idle first |
 * | `DELETE /__mock/sessions/NAME` | | the sessions that are left |
 * | `GET /__mock/openapi.yaml` | | the description of the service, as YAML |
 *
 * These are the routes of the default session. Those of another one are under `/~NAME/__mock`, or take
 * its name in the header `x-mock-session`.
 *
 * Lists take `?last=<number>`, which returns only the last items. Bodies must be sent as
 * `application/json`. An error is `{ error, message }`: the status, and what to do.
 *
 * The events begin with a `state` and the requests in the journal, at most the last 1,000. Then there
 * is a `request` (`SerializedMockRequest`) for each request, and a `state` (`MockState`) after each
 * change. The id of a `request`, sent back as `Last-Event-ID`, resumes after it. After a reset, `state`
 * has another `run`.
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
  /** Gets the state of the server. */
  'GET /health'(): MockState
  /** Lists the plants in the order in which they were added. */
  'GET /plants'(): NewPlant[]
  /** Lists the requests in the journal, the oldest first. */
  'GET /requests'(): SerializedMockRequest[]
  /** Fails the next requests. */
  'POST /failures'(request: FailureRequest): MockState
  /** Clears the pending failures. */
  'DELETE /failures'(): MockState
  /** Changes the settings. */
  'PUT /settings'(update: SettingsUpdate): MockState
  /** Restores the state at the start. */
  'POST /reset'(): MockState
  /** Lists the named sessions, the longest idle first. */
  'GET /sessions'(): MockSession[]
}

/**
 * A named session of a mock server.
 *
 * @example
 * ```ts
 * import type { MockSession } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/sessions')
 * const sessions: MockSession[] = await response.json()
 * console.log(sessions.map(({ name, idle }) => [name, idle])) // []
 * ```
 */
export interface MockSession {
  /** The name that requests give. */
  readonly name: string
  /** The number of plants. */
  readonly plants: number
  /** The number of requests since the last reset. */
  readonly requests: number
  /** Milliseconds since a request or a caller last named it. */
  readonly idle: number
}

/**
 * The state of a mock server.
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
  /** Identifies the time since the last start or reset of the server. */
  readonly run: string
  /** The name of the session; absent for the default session. */
  readonly session?: string
  /** The number of named sessions. */
  readonly sessions: number
  /** The path of the base address, such as `/v1`; empty if there is none. */
  readonly basePath: string
  /** The number of plants. */
  readonly plants: number
  /** The number of requests in this run; the journal may have dropped the oldest. */
  readonly requests: number
  /** The current settings. */
  readonly settings: Settings
  /** The pending failures, the next one first. */
  readonly failures: readonly Required<FailureRequest>[]
}

/**
 * A failure for the next requests.
 *
 * @example
 * ```ts
 * import type { FailureRequest } from 'plant-store-client/mock'
 *
 * const down: FailureRequest = { failure: { status: 503 }, times: 'Infinity' }
 * ```
 */
export interface FailureRequest {
  /** What each of the requests gets. */
  failure: Failure
  /**
   * The number of requests; `"Infinity"` for all until the failures are cleared.
   * @default 1
   */
  times?: number | 'Infinity'
}

/**
 * A `MockRequest` as JSON: its time is text.
 *
 * @example
 * ```ts
 * import type { SerializedMockRequest } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/requests?last=10')
 * const requests: SerializedMockRequest[] = await response.json()
 * console.log(requests.map(({ time, status }) => [new Date(time), status])) // []
 * ```
 */
export type SerializedMockRequest = Omit<MockRequest, 'time'> & {
  /** RFC 3339. */
  time: string
}

/** The path of the control API, at the root of the server. */
export const CONTROL_PATH = '/__mock'

/** A header of every response, which tells the control API from another server. */
export const CONTROL_HEADER: readonly [name: string, value: string] = [
  'x-mock-server',
  'plant-store',
]
