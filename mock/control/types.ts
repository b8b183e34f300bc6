import type { MockFailure } from '../store/failure.ts'
import type { PlantMatch } from '../store/match.ts'
import type { MockRequest } from '../store/mock-request.ts'
import type { MockStoreOptions, Settings } from '../store/options.ts'

/**
 * The path of the control API, at the root of the server. Its routes:
 *
 * | route | takes | returns |
 * |---|---|---|
 * | `GET /__mock` | | the console page |
 * | `GET /__mock/health` | | `MockState` |
 * | `GET /__mock/plants` | | every plant, in the order in which they were added |
 * | `POST /__mock/plants` | an array of plants, at most 1 MiB | `MockState`; adds them all, or none |
 * | `GET /__mock/requests` | | every `JsonRequest` in the journal, the oldest response first, then those in flight |
 * | `GET /__mock/requests.har` | | the same as HAR 1.2, for the network panel of a browser |
 * | `DELETE /__mock/requests` | | `MockState`, with an empty journal |
 * | `GET /__mock/failures` | | every `JsonFailure`, in the order in which they were added |
 * | `POST /__mock/failures` | `{ failure, times?, skip?, match? }`; `times` may be `"Infinity"` | `{ id }` |
 * | `DELETE /__mock/failures` | | `MockState`, without failures |
 * | `DELETE /__mock/failures/:id` | | `MockState`, without that one |
 * | `GET /__mock/holds` | | every `JsonHold`, those with a request first |
 * | `POST /__mock/holds` | `{ match? }` | `{ id }` |
 * | `GET /__mock/holds/:id` | | the `JsonRequest` once it has arrived; 204 if none arrives within 25 seconds: ask again |
 * | `POST /__mock/holds/:id/release` | `{ failure? }` | `MockState` |
 * | `PUT /__mock/settings` | `MockSettingsUpdate` | `MockState` |
 * | `POST /__mock/reset` | | `MockState` |
 * | `GET /__mock/changes?after=VERSION` | | `MockChanges`, once there is another version than that one, or after 25 seconds; without `after` at once |
 * | `GET /__mock/sessions` | | every named `MockSession`, the longest idle first |
 * | `DELETE /__mock/sessions/:name` | | the sessions that are left; `~NAME` is accepted too, and needed for `.` and `..`, which clients remove from a path |
 * | `GET /__mock/openapi.yaml` | | the description of the service, as YAML |
 *
 * These are the routes of the default session. For another one, put `/~NAME` before the path, or send its name
 * in the header `x-mock-session`.
 *
 * Bodies are JSON of at most 64 KiB, sent as `application/json`. DELETE, holds, reset and release need none,
 * and without one no Content-Type. An id is an integer literal in both directions and may exceed 2^53. The
 * lists of plants, requests, failures and holds take `?last=NUMBER`, which returns only the last items.
 *
 * An error is `{ error, message }`: the status, and what to do. It is 404 for a failure, a hold or a session
 * that does not exist or is over, 410 if the session was ended, and 507 if the mock has no room for more.
 *
 * To follow a mock, ask for `changes` without `after`, and then again and again with the `version` of the last
 * response: no request is repeated, and `missed` tells how many are left out, since the journal has dropped them.
 * With the version of another epoch, the response begins with the first request of this one. A session that is ended
 * meanwhile answers 410; asking again creates another.
 */
export const CONTROL_PATH = '/__mock'

/** How many milliseconds a response waits for a change. Proxies end requests that wait longer. */
export const MAX_WAIT_MS: number = 25_000

/** The maximum size of a body in bytes. */
export const MAX_BODY_BYTES: number = 64 * 1024

/** The maximum size of a list of plants in bytes. */
export const MAX_PLANTS_BYTES: number = 1024 * 1024

/** A header of every response, which tells the control API from another server. */
export const CONTROL_HEADER: readonly [name: string, value: string] = [
  'x-mock-server',
  'plant-store',
]

/** The state of a session. */
export interface MockState {
  /**
   * `START-SESSION-NUMBER`: the first part changes when the mock is restarted, the second when the session is
   * ended and recreated, the third at a reset and when the journal is cleared.
   */
  readonly epoch: string
  /** What began the epoch, and so emptied the journal. */
  readonly began: {
    /** When (RFC 3339). */
    readonly time: string
    /** A sentence without its full stop, such as `A client reset the mock`. */
    readonly reason: string
  }
  /** The name of the session; absent for the default session. */
  readonly session?: string
  /** The number of named sessions. */
  readonly sessions: number
  /** The path of the base address, such as `/v1`; empty if there is none. */
  readonly basePath: string
  /** The number of plants. */
  readonly plants: number
  /**
   * How many requests have ended in this epoch, with or without a response. The journal may have dropped the
   * oldest.
   */
  readonly requests: number
  /** How many of these the journal still has: the last ones. */
  readonly kept: number
  readonly settings: Settings
  /**
   * What later requests will meet, in the order in which a request meets it: the first hold that is for it holds it,
   * and then the first failure that is for it ends it, after those that it passes.
   */
  readonly scheduled: readonly (JsonHold | JsonFailure)[]
  /** The holds that have a request. */
  readonly held: readonly JsonHold[]
  /** The requests in flight, in the order in which they began to wait. */
  readonly inFlight: readonly JsonRequest[]
  /** The options that the mock was started with. */
  readonly options: StartOptions
}

/** What has changed since a version: the state and the requests of one moment. */
export interface MockChanges {
  /** Where the next response goes on, for the parameter `after`. */
  readonly version: string
  /** The clock of the server, in milliseconds since 1970. */
  readonly time: number
  readonly state: MockState
  /** How many requests have ended since, before these, and are not kept: the journal has dropped them. */
  readonly missed: number
  /** The requests that have ended since and are kept, in that order; at most 500. */
  readonly requests: readonly JsonRequest[]
  /** How many more have ended, which the next response begins with. */
  readonly rest: number
}

/** The options that a mock was started with, but only the numbers of its access tokens and plants. */
export interface StartOptions extends Omit<MockStoreOptions, 'accessTokens' | 'plants'> {
  /** The number of access tokens that are accepted; absent if any token is accepted. */
  readonly accessTokens?: number
  /** The number of plants at the start; absent if there were none. */
  readonly plants?: number
  /** The address or name that the server listens on. */
  readonly host?: string | undefined
  /** The address of the service that the server forwards to. */
  readonly forward?: string | undefined
  /** The port that the server listens on; absent if the mock has no server of its own. */
  readonly port?: number | undefined
  /** Additional names to accept in `Host`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The maximum number of named sessions. */
  readonly maxSessions?: number | undefined
}

/** A request in JSON, where its time is a string. */
export type JsonRequest = Omit<MockRequest, 'time'> & {
  /** When the request arrived (RFC 3339). */
  time: string
}

/** A scheduled failure. */
export interface JsonFailure {
  readonly id: string
  /** The failure that each of the requests gets. */
  readonly failure: MockFailure
  /** The number of requests that will still get it. JSON has no Infinity, so a string stands for it. */
  readonly times: number | 'Infinity'
  /** The number of matching requests that will still pass first. */
  readonly skip: number
  /** Which requests get it; absent for every request. `'function'` is a function in the server's process. */
  readonly match?: PlantMatch | 'function'
  /** Set if a request has used it, and others still will. */
  readonly used?: true
}

/** A hold that is scheduled, or has a request. */
export interface JsonHold {
  readonly id: string
  /** Which request it holds; absent for the next one. `'function'` is a function in the server's process. */
  readonly match?: PlantMatch | 'function'
  /** The request that is held, if one has arrived. */
  readonly request?: JsonRequest
}

/** A named session. */
export interface MockSession {
  /** The name by which requests choose it. */
  readonly name: string
  /** The number of plants. */
  readonly plants: number
  /** The number of requests since the last reset. */
  readonly requests: number
  /** How many of the requests that its journal has were refused, failed, or broke the contract. */
  readonly failed: number
  /** Milliseconds since it was last named, by a request or in code. */
  readonly idle: number
}
