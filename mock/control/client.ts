import { pickRequest } from '../../generated/contract.ts'
import { checkFailNext, failureOptionsSchema } from '../store/check-failure.ts'
import { checkOptions, type OptionSchema } from '../store/check-options.ts'
import type { MockFailure, MockFailureOptions } from '../store/failure.ts'
import { holdOptionsSchema } from '../store/holds.ts'
import { checkPlantMatch, type PlantMatch } from '../store/match.ts'
import type { MockRequest } from '../store/mock-request.ts'
import type { MockScheduled } from '../store/mock-store.ts'
import { checkAddPlants, type MockSettingsUpdate, settingsSchema } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'
import { type MockServerConnectionOptions, RemoteControl } from './remote-control.ts'
import { fromJsonRequest, type RemoteHold, ServerHold } from './remote-hold.ts'
import {
  type JsonFailure,
  type JsonHold,
  type JsonRequest,
  MAX_PLANTS_BYTES,
  type MockState,
} from './types.ts'

/**
 * The store of a mock server in another process. A method rejects with an `Error` that gives the reason if
 * the server cannot be reached, does not answer within 10 seconds, or refuses. Wrong arguments are found
 * before anything is sent, as `createMockStore` finds them.
 *
 * @example
 * ```ts
 * import { connectMockServer, type MockServerConnection } from 'plant-store-client/mock'
 *
 * const refusals = async (mock: MockServerConnection) =>
 *   (await mock.requests()).filter(({ reason }) => reason !== undefined)
 *
 * console.log(await refusals(connectMockServer('http://127.0.0.1:4010'))) // []
 * ```
 */
export interface MockServerConnection {
  /** The plants in the order in which they were added; an id is a number if safe, otherwise a bigint. */
  plants(): Promise<NewPlant[]>
  /** The last requests in the order of their ends, then those in flight, as in `requests` of a store. */
  requests(): Promise<MockRequest[]>
  /**
   * Adds plants, all or none. Rejects with a `TypeError` that names everything wrong with them, and with an
   * `Error` if the server cannot keep as many. One call takes at most 1 MiB of JSON, over 20,000 plants with
   * short names: add more in several calls.
   *
   * @example
   * ```ts
   * import { connectMockServer } from 'plant-store-client/mock'
   *
   * const mock = connectMockServer('http://127.0.0.1:4010')
   * await mock.addPlants([{ id: 1, name: 'Monstera' }])
   * console.log((await mock.plants()).length) // 1
   * ```
   */
  addPlants(plants: readonly NewPlant[]): Promise<void>
  /**
   * Fails the next request for the operation, or the next `times` requests. With `match`, only matching
   * requests count. `skip` lets that many of them pass first. A function as `match` works only in process.
   * Rejects with a `TypeError` that names everything wrong with the failure and the options. One call takes at
   * most 64 KiB of JSON.
   *
   * @example
   * ```ts
   * import { connectMockServer } from 'plant-store-client/mock'
   *
   * const mock = connectMockServer('http://127.0.0.1:4010')
   * await mock.failNext({ status: 503, headers: { 'retry-after': '1' } })
   * await mock.failNext('cut-short', { skip: 2, match: { tag: 'tropical' } })
   * ```
   */
  failNext(
    failure: MockFailure,
    options?: Omit<MockFailureOptions, 'match'> & {
      /**
       * The plant that a request must have.
       * @default every request for the operation
       */
      match?: PlantMatch | undefined
    },
  ): Promise<void>
  /**
   * Removes every failure that `failNext` has scheduled. Random failures (`failureRate`) go on.
   *
   * @example
   * ```ts
   * import { connectMockServer } from 'plant-store-client/mock'
   *
   * const mock = connectMockServer('http://127.0.0.1:4010')
   * await mock.failNext({ status: 503 }, { times: Infinity })
   * // ... the application shows that the service is down ...
   * await mock.clearFailures()
   * ```
   */
  clearFailures(): Promise<void>
  /**
   * Holds the next request for the operation, or the next one that matches. Resolves once the hold is in
   * force. A function as `match` works only in process. Rejects with a `TypeError` that names everything
   * wrong with the options.
   *
   * @example
   * ```ts
   * import { connectMockServer } from 'plant-store-client/mock'
   *
   * const hold = await connectMockServer('http://127.0.0.1:4010').holdNext({ match: { id: 7 } })
   * // ... the application sends the plant, and shows that it is waiting ...
   * await hold.release({ status: 503 })
   * ```
   */
  holdNext(options?: {
    /**
     * The plant that the request must have.
     * @default the next request for the operation
     */
    match?: PlantMatch | undefined
  }): Promise<RemoteHold>
  /**
   * The failures and holds that no request has used yet, as `scheduled` of `createMockStore` has them. A
   * `match` that is a function in the server's process is the word `'function'`.
   *
   * @example
   * ```ts
   * import { connectMockServer } from 'plant-store-client/mock'
   *
   * const mock = connectMockServer('http://127.0.0.1:4010')
   * await mock.failNext({ status: 503 }, { match: { id: 7 } })
   * console.log(await mock.scheduled()) // [ { failure: { status: 503 }, times: 1, skip: 0, match: { id: 7 } } ]
   * ```
   */
  scheduled(): Promise<MockScheduled<PlantMatch | 'function'>[]>
  /**
   * Changes settings of the running mock, until a reset restores the settings of the start. Settings that are
   * left out stay as they are. Rejects with a `TypeError` that names each wrong one.
   *
   * @example
   * ```ts
   * import { connectMockServer } from 'plant-store-client/mock'
   *
   * const mock = connectMockServer('http://127.0.0.1:4010')
   * await mock.updateSettings({ latency: [200, 800], failureRate: 0.1 })
   * ```
   */
  updateSettings(update: MockSettingsUpdate): Promise<void>
  /** Restores the state at the start: plants and settings, no requests, no failures and no holds. */
  reset(): Promise<void>
}

/**
 * Connects to the store of a mock server through its control API. It has the methods of a store, but they
 * return promises.
 *
 * `url` is the base address that a client has, or any other http or https URL of the server without a query. The
 * path of a proxy is kept. A path that begins with `/~NAME` names the session, as the option `session` does. Credentials, percent-encoded, are sent as HTTP
 * Basic, for a mock behind a gateway. Throws a `TypeError` if the URL or an option is wrong. Nothing is sent
 * before the first call.
 *
 * It works in pages of the mock itself, of localhost on any port and of the mock's `allowedHosts`, such as those of
 * Cypress, Storybook and Vitest's browser mode.
 *
 * @example
 * ```ts
 * import { connectMockServer } from 'plant-store-client/mock'
 *
 * const mock = connectMockServer('http://127.0.0.1:4010')
 * await mock.reset()
 * await mock.failNext({ status: 503, headers: { 'retry-after': '1' } })
 * // ... drive the application ...
 * console.log(await mock.plants()) // []
 * ```
 */
export function connectMockServer(
  url: string | URL,
  options: MockServerConnectionOptions = {},
): MockServerConnection {
  const control = new RemoteControl(url, options)
  return {
    async plants() {
      return (await control.send('GET', '/plants')) as NewPlant[]
    },
    async requests() {
      const requests = (await control.send('GET', '/requests')) as JsonRequest[]
      return requests.map(fromJsonRequest)
    },
    async addPlants(plants) {
      checkAddPlants(plants)
      const body = plants.map(pickRequest)
      await control.send('POST', '/plants', { body, maxBytes: MAX_PLANTS_BYTES })
    },
    async failNext(failure, options = {}) {
      checkFailNext(failure, options, FAILURE_OPTIONS)
      // JSON has no Infinity, so a string stands for it.
      const times = options.times === Infinity ? 'Infinity' : options.times
      await control.send('POST', '/failures', { body: { ...options, failure, times } })
    },
    async clearFailures() {
      await control.send('DELETE', '/failures')
    },
    async holdNext(options = {}) {
      checkOptions(options, HOLD_OPTIONS)
      const { id } = (await control.send('POST', '/holds', { body: options })) as { id: string }
      return new ServerHold(control, id)
    },
    async scheduled() {
      const { scheduled } = (await control.send('GET', '/health')) as MockState
      const failures = scheduled.filter(each => 'failure' in each)
      const holds = scheduled.filter(each => !('failure' in each))
      return [
        ...failures.filter(({ used }) => !used).map(toScheduledFailure),
        ...holds.map(toScheduledHold),
      ]
    },
    async updateSettings(update) {
      checkOptions(update, settingsSchema)
      await control.send('PUT', '/settings', { body: update })
    },
    async reset() {
      await control.send('POST', '/reset')
    },
  }
}

const toScheduledFailure = ({ failure, times, skip, match }: JsonFailure) => ({
  failure,
  times: Number(times), // a string stands for Infinity
  skip,
  ...(match && { match }),
})

const toScheduledHold = ({ match }: JsonHold) => ({ hold: true as const, ...(match && { match }) })

/** JSON would drop a function, and the failure would apply to every request. */
const FAILURE_OPTIONS: OptionSchema<MockFailureOptions> = {
  ...failureOptionsSchema,
  checks: { ...failureOptionsSchema.checks, match: checkPlantMatch },
}

const HOLD_OPTIONS: typeof holdOptionsSchema = {
  ...holdOptionsSchema,
  checks: { match: checkPlantMatch },
}
