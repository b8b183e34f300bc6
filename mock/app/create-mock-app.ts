import { toFetchHandler } from '../http/fetch.ts'
import { toTarget } from '../http/request.ts'
import { checkOptions } from '../store/check-options.ts'
import type { MockStore } from '../store/mock-store.ts'
import { App } from './app.ts'
import { appSchema, type MockAppOptions, toAppSettings } from './options.ts'

/**
 * The sessions of a mock. A session is a separate store, so that parallel tests, colleagues and branches
 * share one mock without sharing state.
 *
 * A request names its session by the header `x-mock-session: NAME`, or by `/~NAME` before the base path
 * or the path of the control API. Without either it is the default session. `NAME` is 1 to 64 of
 * `A-Z a-z 0-9 . _ -`. A session is created when it is first named, with the options of the default one.
 *
 * @example
 * ```ts
 * import { createMockApp, type MockSessions } from 'plant-store-client/mock'
 *
 * const endAll = (mock: MockSessions) => mock.sessions.map(name => mock.endSession(name))
 *
 * const app = createMockApp()
 * app.session('a-test').failNext({ status: 503 })
 * await app.fetch('https://plants.example.com/~another-test/plants', { method: 'POST' })
 * console.log(app.sessions) // [ 'a-test', 'another-test' ]
 * console.log(endAll(app)) // [ true, true ]
 * ```
 */
export interface MockSessions {
  /** The store of the default session. */
  readonly store: MockStore
  /** The names of the other sessions, the longest idle first. */
  readonly sessions: string[]
  /**
   * The store of a session, which is created if there is none. Throws a `TypeError` if the name is not
   * valid, and an `Error` if there are `maxSessions` and each has an open console or an unanswered request.
   */
  session(name: string): MockStore
  /**
   * Ends a session: its held requests fail, and a request that is still arriving or waits for a change gets
   * a 410. Its store can still be read, but throws on changes. A request that names the session later
   * creates a new one. Returns whether there was one.
   */
  endSession(name: string): boolean
}

/** The mock as a fetch handler: `export default` it from a Worker, or pass its `fetch` to a server. */
export interface MockApp extends MockSessions {
  /**
   * Responds to requests to the service, the control API and the console. After a `Request` the
   * second argument is ignored: Workers pass their environment there.
   */
  readonly fetch: (
    this: void,
    input: Request | string | URL,
    init?: RequestInit,
  ) => Promise<Response>
  /**
   * Ends every named session, and every held request. A later request is answered all the same: the default session has
   * its plants still, and a named one is created again.
   */
  close(): void
}

/**
 * Creates the mock as a standard fetch handler, for Workers, Bun, Deno, Hono and others: the service,
 * and under `/__mock` the console and the control API. Throws a `TypeError` that names every wrong
 * option.
 *
 * The service answers under any `Host`, the control API under names of this machine, IP addresses and
 * `allowedHosts`: name there where the app is deployed.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 * import { createMockApp } from 'plant-store-client/mock'
 *
 * const app = createMockApp({ accessTokens: ['token'] }) // in a Worker: export default app
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/~a-test',
 *   accessToken: 'token',
 *   fetch: app.fetch,
 * })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(app.session('a-test').plants) // [ { name: 'Monstera', id: 1 } ]
 * ```
 */
export function createMockApp(options: MockAppOptions = {}): MockApp {
  checkOptions(options, appSchema)
  const settings = toAppSettings(options)
  const app = new App(settings)
  return {
    fetch: toFetchHandler(
      request => app.respond(request),
      path => toTarget(path, settings.basePath),
    ),
    store: settings.store,
    get sessions() {
      return app.sessions.names
    },
    session: name => app.session(name).store,
    endSession: name => app.sessions.end(name),
    close: () => app.sessions.close('The mock was closed'),
  }
}
