import type { Failure } from '../store/failures.ts'
import type { PlantMatch } from '../store/match.ts'
import type { MockRequest } from '../store/mock-request.ts'
import type { MockStoreOptions, Settings, SettingsUpdate } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'

/**
 * The control API. Bodies are JSON. An id is an integer literal in both directions and may exceed 2^53,
 * so use a parser that keeps its digits. A `Date` is an RFC 3339 string.
 *
 * | route | takes | returns |
 * |---|---|---|
 * | `GET /__mock` | | the console page |
 * | `GET /__mock/health` | | `MockState` |
 * | `GET /__mock/plants` | | every `NewPlant`, in the order in which they were added |
 * | `POST /__mock/plants` | an array of `NewPlant` | `MockState`; adds them all, or none |
 * | `GET /__mock/requests` | | every `SerializedMockRequest` in the journal, the oldest response first, then those that are held or delayed |
 * | `DELETE /__mock/requests` | | `MockState`, with an empty journal |
 * | `GET /__mock/failures` | | every `SerializedFailure`, in full |
 * | `POST /__mock/failures` | `FailureRequest` | `MockState` |
 * | `DELETE /__mock/failures` | | `MockState`, without pending failures |
 * | `DELETE /__mock/failures/ID` | | `MockState`, without that one |
 * | `GET /__mock/holds` | | every `SerializedHold`, those with a request first |
 * | `POST /__mock/holds` | `HoldRequest` | `{ id }` |
 * | `GET /__mock/holds/ID` | | the `SerializedMockRequest` once it has arrived; 204 if none arrives within 25 seconds: ask again |
 * | `POST /__mock/holds/ID/release` | nothing, or `ReleaseRequest` | `MockState` |
 * | `PUT /__mock/settings` | `SettingsUpdate` | `MockState` |
 * | `POST /__mock/reset` | nothing, or `{}` | `MockState` |
 * | `POST /__mock/reset/undo` | nothing, or `{}` | `MockState`; within 10 seconds of a reset through this API, unless requests or plants have arrived since |
 * | `GET /__mock/events` | | server-sent events: `state` and `request` |
 * | `GET /__mock/sessions` | | every named `MockSession`, the longest idle first |
 * | `DELETE /__mock/sessions/NAME` | | the sessions that are left; `~NAME` is accepted too, and needed for `.` and `..`, which clients remove from a path |
 * | `GET /__mock/openapi.yaml` | | the description of the service, as YAML |
 *
 * These routes are for the default session. For another one, put `/~NAME` before the path, or send its
 * name in the header `x-mock-session`.
 *
 * The lists of plants, requests, failures and holds take `?last=<number>`, which returns only the last
 * items. Bodies must be sent as `application/json` and have at most 1 MiB. An error is
 * `{ error, message }`: the status, and what to do. The status is 404 for a failure, a hold or a session
 * that does not exist or is over, 409 for an undo that is not possible, and 507 if the mock has no room
 * for more.
 *
 * `GET events` first sends a `state` and the requests in the journal, at most the last 1,000. After that it
 * sends a `request` (`SerializedMockRequest`) for each request, and a `state` (`MockState`) after each
 * change. To resume after a `request`, send the id of its event as `Last-Event-ID`. The `run` of the state
 * changes after a reset, and after the journal is cleared.
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
  /** Adds plants, all or none. */
  'POST /plants'(plants: readonly NewPlant[]): MockState
  /** Lists the requests in the order of their responses, then those that are held or delayed. */
  'GET /requests'(): SerializedMockRequest[]
  /** Clears the journal. */
  'DELETE /requests'(): MockState
  /** Lists the pending failures in full, in the order in which they were added. */
  'GET /failures'(): SerializedFailure[]
  /** Fails the next requests. */
  'POST /failures'(request: FailureRequest): MockState
  /** Clears the pending failures. */
  'DELETE /failures'(): MockState
  /** Removes a pending failure. */
  'DELETE /failures/ID'(): MockState
  /** Lists the holds in full, those with a request first. */
  'GET /holds'(): SerializedHold[]
  /** Holds the next request that matches. */
  'POST /holds'(request: HoldRequest): {
    /** Names the hold in the other routes. */
    id: string
  }
  /** Gets the request that is or was held; nothing (204) if none arrives within 25 seconds. */
  'GET /holds/ID'(): SerializedMockRequest | undefined
  /** Releases a hold. */
  'POST /holds/ID/release'(request?: ReleaseRequest): MockState
  /** Changes the settings. */
  'PUT /settings'(update: SettingsUpdate): MockState
  /** Restores the state at the start. */
  'POST /reset'(): MockState
  /** Restores what the last reset removed. */
  'POST /reset/undo'(): MockState
  /** Lists the named sessions, the longest idle first. */
  'GET /sessions'(): MockSession[]
  /** Ends a session, and lists those that are left. */
  'DELETE /sessions/NAME'(): MockSession[]
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
  /** The name by which requests choose it. */
  readonly name: string
  /** The number of plants. */
  readonly plants: number
  /** The number of requests since the last reset. */
  readonly requests: number
  /** Milliseconds since it was last named, by a request or in code. */
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
  /** Identifies the current run, which begins with a start or a reset, or when the journal is cleared. */
  readonly run: string
  /** The name of the session; absent for the default session. */
  readonly session?: string
  /** The number of named sessions. */
  readonly sessions: number
  /** The path of the base address, such as `/v1`; empty if there is none. */
  readonly basePath: string
  /** The number of plants. */
  readonly plants: number
  /** The number of requests that were answered in this run. The journal may have dropped the oldest. */
  readonly requests: number
  /** The current settings. */
  readonly settings: Settings
  /** The pending failures, the oldest first; at most 100. */
  readonly failures: readonly SerializedFailure[]
  /** The number of pending failures. */
  readonly failureCount: number
  /** The holds, those with a request first; at most 100. */
  readonly holds: readonly SerializedHold[]
  /** The number of holds. */
  readonly holdCount: number
  /** The requests that are held or delayed, in the order of their arrival; at most 100. */
  readonly pending: readonly SerializedMockRequest[]
  /** The number of requests that are held or delayed. */
  readonly pendingCount: number
  /** The options that the mock was started with. */
  readonly options: StartOptions
}

/**
 * The options that a mock was started with, without its access tokens and plants.
 *
 * @example
 * ```ts
 * import type { MockState, StartOptions } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/health')
 * const { options }: MockState = await response.json()
 * const { duplicateIds = 'accept' }: StartOptions = options
 * console.log(duplicateIds) // accept
 * ```
 */
export interface StartOptions extends Omit<MockStoreOptions, 'accessTokens' | 'plants'> {
  /** The number of access tokens that are accepted; absent if any token is accepted. */
  readonly accessTokens?: number
  /** The address or name that the server listens on. */
  readonly host?: string | undefined
  /** Additional names to accept in `Host`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The maximum number of named sessions. */
  readonly maxSessions?: number | undefined
}

/**
 * A pending failure. `MockState` leaves out headers, bodies and matches of more than 1,000 characters;
 * `GET /__mock/failures` lists them in full.
 *
 * @example
 * ```ts
 * import type { MockState, SerializedFailure } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/health')
 * const { failures }: MockState = await response.json()
 * console.log(failures.map(({ id, times }: SerializedFailure) => [id, times])) // []
 * ```
 */
export interface SerializedFailure {
  /** Names the failure in `DELETE /__mock/failures/ID`. */
  readonly id: string
  /** What each of the requests gets; only the status if `omittedChars` is set. */
  readonly failure: Failure
  /** The number of characters of the headers and the body, if they are left out. */
  readonly omittedChars?: number
  /** The number of requests that will still get it. */
  readonly times: number | 'Infinity'
  /** The number of matching requests that will still pass first. */
  readonly skip: number
  /**
   * Which requests get it; absent for every request. `'function'` is a function in the server's process,
   * `'omitted'` a match that is left out.
   */
  readonly match?: PlantMatch | 'function' | 'omitted'
}

/**
 * A hold that waits for a request, or has one. `MockState` leaves out matches of more than 1,000 characters,
 * and shows the body of a request of that length as text that is cut; `GET /__mock/holds` lists them in full.
 *
 * @example
 * ```ts
 * import type { MockState, SerializedHold } from 'plant-store-client/mock'
 *
 * const response = await fetch('http://127.0.0.1:4010/__mock/health')
 * const { holds }: MockState = await response.json()
 * console.log(holds.map(({ id, request }: SerializedHold) => [id, request?.number])) // []
 * ```
 */
export interface SerializedHold {
  /** Names the hold in `/__mock/holds/ID`. */
  readonly id: string
  /**
   * Which request it holds; absent for the next one. `'function'` is a function in the server's process,
   * `'omitted'` a match that is left out.
   */
  readonly match?: PlantMatch | 'function' | 'omitted'
  /** The request that is held, if one has arrived. */
  readonly request?: SerializedMockRequest
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
   * The number of requests that fail; `'Infinity'` for all of them until the failures are cleared.
   * @default 1
   */
  times?: number | 'Infinity'
  /**
   * How many matching requests pass first.
   * @default 0
   */
  skip?: number | undefined
  /**
   * The plant that a request must have.
   * @default every request for the operation
   */
  match?: PlantMatch | undefined
}

/**
 * A hold for the next request that matches.
 *
 * @example
 * ```ts
 * import type { HoldRequest } from 'plant-store-client/mock'
 *
 * const monstera: HoldRequest = { match: { name: 'Monstera' } }
 * ```
 */
export interface HoldRequest {
  /**
   * The plant that the request must have.
   * @default the next request for the operation
   */
  match?: PlantMatch | undefined
}

/**
 * How a held request is released.
 *
 * @example
 * ```ts
 * import type { ReleaseRequest } from 'plant-store-client/mock'
 *
 * const busy: ReleaseRequest = { failure: { status: 503 } }
 * ```
 */
export interface ReleaseRequest {
  /**
   * What the request gets instead of its response.
   * @default the response that it would have got without the hold
   */
  failure?: Failure
}

/**
 * A `MockRequest` as JSON: its time is a string.
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
  /** When the request arrived (RFC 3339). */
  time: string
}

/** The path of the control API, at the root of the server. */
export const CONTROL_PATH = '/__mock'

/** The most that the body of a request may have. */
export const MAX_BODY_BYTES: number = 2 ** 20

/** A header of every response, which tells the control API from another server. */
export const CONTROL_HEADER: readonly [name: string, value: string] = [
  'x-mock-server',
  'plant-store',
]
