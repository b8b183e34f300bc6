import { pickRequest } from '../../generated/contract.ts'
import { readJson } from '../json/read.ts'
import { checkOptions, type OptionSchema } from '../store/check-options.ts'
import {
  checkFailNext,
  type Failure,
  type FailureOptions,
  failureOptionsSchema,
} from '../store/failures.ts'
import { holdOptionsSchema } from '../store/holds.ts'
import { checkPlantMatch } from '../store/match.ts'
import type { MockRequest } from '../store/mock-request.ts'
import { checkAddPlants } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'
import { controlRoot, type MockServerConnectionOptions } from './connection.ts'
import { type RemoteHold, ServerHold, toMockRequest } from './remote-hold.ts'
import { sendToControl } from './send.ts'
import type { ControlRoutes, FailureRequest, HoldRequest } from './types.ts'

/**
 * Which requests `failNext` fails on a mock server in another process.
 *
 * @example
 * ```ts
 * import { connectMockServer, type RemoteFailureOptions } from 'plant-store-client/mock'
 *
 * const theThirdOne: RemoteFailureOptions = { skip: 2, match: { tag: 'tropical' } }
 * await connectMockServer('http://127.0.0.1:4010').failNext('cut-short', theThirdOne)
 * ```
 */
export type RemoteFailureOptions = Omit<FailureOptions, 'match'> & HoldRequest

/**
 * The store of a mock server in another process. A method rejects with an `Error` that gives the reason if
 * the server cannot be reached, does not answer within 10 seconds, or refuses. What is wrong with the
 * arguments is found before anything is sent, as `createMockStore` finds it.
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
  /**
   * The last requests in the order of their responses, then those that are still held or delayed, as
   * `requests` of `createMockStore` has them.
   */
  requests(): Promise<MockRequest[]>
  /**
   * Adds plants, all or none. Rejects with a `TypeError` that names everything wrong with them, and with an
   * `Error` if the server cannot keep as many. One call takes at most 1 MiB of JSON, over 20,000 plants with
   * short names: add more in several calls.
   */
  addPlants(plants: readonly NewPlant[]): Promise<void>
  /**
   * Fails the next request for the operation, the next `times` of them, or those that `match`. `skip` lets
   * that many of them pass first. A function as `match` works only in process. Rejects with a `TypeError`
   * that names everything wrong with the failure and the options.
   */
  failNext(failure: Failure, options?: RemoteFailureOptions): Promise<void>
  /**
   * Holds the next request for the operation, or the next one that matches. Resolves once the hold is in
   * force. Rejects with a `TypeError` that names everything wrong with the options.
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
  holdNext(options?: HoldRequest): Promise<RemoteHold>
  /** Restores the state at the start: plants and settings, no requests, pending failures and holds. */
  reset(): Promise<void>
}

/**
 * Connects to the store of a mock server through its control API. The methods are those of
 * `createMockStore`, but return promises.
 *
 * `url` is any http or https URL of the server without a query, such as its base address. A path that begins
 * with `/~NAME` names the session, as the option `session` does. Credentials, percent-encoded, are sent as
 * HTTP Basic, for a mock behind a gateway. Throws a `TypeError` if the URL or an option is wrong. Nothing is
 * sent before the first call.
 *
 * A page can only reach the server that it came from. In a browser, have the development server forward
 * `/__mock` to the mock.
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
  const root = controlRoot(url, options)

  async function call<R extends keyof ControlRoutes>(
    route: R,
    body?: unknown,
  ): Promise<ReturnType<ControlRoutes[R]>> {
    const [method = '', path = ''] = route.split(' ')
    const text = await sendToControl(root, method, path, { body })
    return readJson(text) as ReturnType<ControlRoutes[R]>
  }

  return {
    plants: () => call('GET /plants'),
    async requests() {
      return (await call('GET /requests')).map(toMockRequest)
    },
    async addPlants(plants) {
      checkAddPlants(plants)
      await call('POST /plants', plants.map(pickRequest))
    },
    async failNext(failure, options = {}) {
      checkFailNext(failure, options, FAILURE_OPTIONS)
      const { times = 1, ...conditions } = options
      const body: FailureRequest = {
        ...conditions,
        failure,
        times: times === Infinity ? 'Infinity' : times,
      }
      await call('POST /failures', body)
    },
    async holdNext(options = {}) {
      checkOptions(options, HOLD_OPTIONS)
      const { id } = await call('POST /holds', options)
      return new ServerHold(root, id)
    },
    async reset() {
      await call('POST /reset', {})
    },
  }
}

/** JSON would drop a function, and the failure would be for every request. */
const FAILURE_OPTIONS: OptionSchema<RemoteFailureOptions> = {
  ...failureOptionsSchema,
  checks: { ...failureOptionsSchema.checks, match: checkPlantMatch },
}

const HOLD_OPTIONS: OptionSchema<HoldRequest> = {
  ...holdOptionsSchema,
  checks: { match: checkPlantMatch },
}
