import {
  CONTROL_MARK,
  CONTROL_PATH,
  type ControlRoutes,
  type FailureOrder,
} from './control/types.ts'
import type { Failure } from './failures.ts'
import type { MockRequest } from './journal.ts'
import { readJson } from './json.ts'
import type { NewPlant } from './plant.ts'
import { writeJson } from './write-json.ts'

/**
 * The store of a mock server, wherever that runs. Whatever fails rejects with an `Error` that says
 * why: there is no mock server, or it does not let this in.
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
  /** The plants in the order in which they were added; an id is a number where safe, else a bigint. */
  plants(): Promise<NewPlant[]>
  /** The last requests, the oldest first; CORS preflights are not among them. */
  requests(): Promise<MockRequest[]>
  /**
   * Fails the next request for the operation, or the next `times` of them. A wrong failure or number
   * rejects with a `TypeError`.
   */
  failNext(failure: Failure, options?: { times?: number }): Promise<void>
  /** Back to the start: its plants, no requests, no failures to come, the settings of the options. */
  reset(): Promise<void>
}

/**
 * Reaches the store of a mock server over its control API: what `createMockStore` offers in process,
 * under the same names, but as promises. `url` is any address on that server, such as the base
 * address; a wrong one throws a `TypeError`. Nothing is sent before the first call, and a call is
 * given up after 10 seconds. A page can only reach the server that it came from, so in a browser let
 * the development server pass `/__mock` on to the mock.
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
export function connectMockServer(url: string | URL): MockServerConnection {
  const root = new URL(CONTROL_PATH, new URL(url, globalThis.location?.href))

  async function call<R extends keyof ControlRoutes>(
    route: R,
    order?: unknown,
  ): Promise<ReturnType<ControlRoutes[R]>> {
    const [method = '', path = ''] = route.split(' ')
    const text = await exchange(root, path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: writeJson(order),
      }),
    })
    return readJson(text) as ReturnType<ControlRoutes[R]>
  }

  return {
    plants: () => call('GET /plants'),
    async requests() {
      const requests = await call('GET /requests')
      return requests.map(request => ({ ...request, time: new Date(request.time) }))
    },
    async failNext(failure, { times = 1 } = {}) {
      const order: FailureOrder = { failure, times: times === Infinity ? 'Infinity' : times }
      await call('POST /failures', order)
    },
    async reset() {
      await call('POST /reset', {})
    },
  }
}

/** Sends a request to the control API and gives the body of a success. */
async function exchange(root: URL, path: string, init: RequestInit): Promise<string> {
  let response: Response
  let text: string
  try {
    response = await fetch(root.href + path, init)
    text = await response.text()
  } catch (cause) {
    throw new Error(`No mock server answers at ${root.origin}: ${reasonOf(cause)}`, { cause })
  }
  const [mark, value] = CONTROL_MARK
  if (response.headers.get(mark) !== value)
    throw new Error(
      `What answers at ${root.href} with status ${response.status} is not a mock server's control: is the address right, and was it started without --no-control?`,
    )
  if (response.ok) return text
  const { message } = readJson(text) as { message: string }
  throw new (response.status === 400 ? TypeError : Error)(`The mock server refused: ${message}`)
}

/** Node says why in the cause alone. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.message || cause?.code || message
}
