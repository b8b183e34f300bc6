/**
 * The mock as handlers for msw 2 or 3, in Node and in browsers.
 *
 * @module plant-store-client/mock/msw
 */

// With named imports, a project with msw 1 would get a SyntaxError before anything can be said.
import * as msw from 'msw'
import { method, path } from '../generated/contract.ts'
import { CONTROL_PATH } from './control/types.ts'
import { parseUrl } from './http/parse-url.ts'
import { withoutTrailingSlashes } from './http/path.ts'
import type { MockStore } from './store/mock-store.ts'
import { createMockStore } from './store/reference-store.ts'

/** Options of `createHandlers`. */
export interface HandlersOptions {
  /**
   * The base address of the client. `*` matches any, but not the control API of a mock server.
   * @default '*'
   */
  baseUrl?: string | URL | undefined
}

/**
 * Creates msw handlers, one for each operation that the description declares. Other requests are
 * left to your own handlers and to msw's `onUnhandledRequest`. The failure `'network-error'` becomes a
 * network error, as `HttpResponse.error()` does.
 *
 * @param store The store behind the handlers, a new one by default. Share one to inspect it in a test.
 * @param options Which base address to match.
 *
 * @example
 * ```ts
 * import { setupServer } from 'msw/node'
 * import { createMockStore } from 'plant-store-client/mock'
 * import { createHandlers } from 'plant-store-client/mock/msw'
 *
 * const store = createMockStore({ accessTokens: ['token'] })
 * const server = setupServer(...createHandlers(store))
 * server.listen()
 * // ... what calls the service ...
 * server.close()
 * ```
 */
export function createHandlers(
  store: MockStore = createMockStore(),
  { baseUrl = '*' }: HandlersOptions = {},
): msw.HttpHandler[] {
  if (!msw.http) throw new Error('createHandlers requires msw 2 or 3: npm install --save-dev msw')
  const url = withoutTrailingSlashes(normalize(String(baseUrl))) + path
  // A pattern also matches the control API of a mock server, which `connectMockServer` calls.
  const isControl = (request: Request) =>
    url.includes('*') && new URL(request.url).pathname.endsWith(CONTROL_PATH + path)
  const createHandler = msw.http[method.toLowerCase() as Lowercase<typeof method>]
  return [
    createHandler(url, ({ request }) => {
      if (isControl(request)) return undefined
      if (request.bodyUsed)
        throw new TypeError(
          'Another handler has read the body of this request: let it read a clone: request.clone()',
        )
      // A clone, because msw hands the request to listeners of its events too. The store rejects only to show a
      // network error or an aborted request.
      return store.fetch(request.clone()).catch(() => msw.HttpResponse.error())
    }),
  ]
}

/** The form in which requests have the address: `https://HOST:443/a/../v1` becomes `https://host/v1`. */
const normalize = (baseUrl: string): string =>
  (/[*?#]/.test(baseUrl) ? undefined : parseUrl(baseUrl)?.href) ?? baseUrl
