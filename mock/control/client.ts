import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { Failure } from '../store/failures.ts'
import type { MockRequest } from '../store/mock-request.ts'
import type { NewPlant } from '../store/plant.ts'
import { controlRoot, type MockServerConnectionOptions } from './connection.ts'
import { CONTROL_HEADER, type ControlRoutes, type FailureRequest } from './types.ts'

/**
 * The store of a mock server in another process. Its methods reject with an `Error` that gives the
 * reason if the server is unreachable or refuses.
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
  /** The plants in the order in which they were added; an id is a number if safe, else a bigint. */
  plants(): Promise<NewPlant[]>
  /** The last requests, the oldest first, without CORS preflights. */
  requests(): Promise<MockRequest[]>
  /**
   * Fails the next request for the operation, or the next `times` of them. Rejects with a `TypeError`
   * that names everything wrong with a failure.
   */
  failNext(failure: Failure, options?: { times?: number }): Promise<void>
  /** Restores the state at the start: plants and settings, no requests and no pending failures. */
  reset(): Promise<void>
}

/** Milliseconds before a call of the control API is given up. */
const TIMEOUT = 10_000

/**
 * Connects to the store of a mock server through its control API. The connection has the methods of
 * `createMockStore` as promises. `url` is any address on the server, such as its base address; one that
 * begins with `/~NAME` names the session, as the option `session` does. Throws a `TypeError` if the URL
 * or an option is wrong. Nothing is sent before the first call, and calls time out after 10 seconds. A
 * page can only reach the server that it came from: in a browser, let the development server proxy
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
  const root = controlRoot(new URL(url, globalThis.location?.href), options)

  async function call<R extends keyof ControlRoutes>(
    route: R,
    body?: unknown,
  ): Promise<ReturnType<ControlRoutes[R]>> {
    const [method = '', path = ''] = route.split(' ')
    const text = await send(root, path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: writeJson(body),
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
      const body: FailureRequest = { failure, times: times === Infinity ? 'Infinity' : times }
      await call('POST /failures', body)
    },
    async reset() {
      await call('POST /reset', {})
    },
  }
}

/** Sends a request to the control API, and returns the body of a success. */
async function send(root: URL, path: string, init: RequestInit): Promise<string> {
  let response: Response
  let text: string
  try {
    response = await fetch(root.href + path, init)
    text = await response.text()
  } catch (cause) {
    throw new Error(`No mock server at ${root.origin}: ${reasonOf(cause)}`, { cause })
  }
  const [name, value] = CONTROL_HEADER
  if (response.headers.get(name) !== value)
    throw new Error(
      `No mock control API at ${root.href} (status ${response.status}). Check the URL and --no-control.`,
    )
  if (response.ok) return text
  const { message } = readJson(text) as { message: string }
  throw new (response.status === 400 ? TypeError : Error)(`The mock server refused: ${message}`)
}

/** Node's fetch gives the reason only in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
