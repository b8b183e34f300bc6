import { type HttpHandler, HttpResponse, http } from 'msw'
import { method, path } from '../generated/contract.ts'
import { createMockStore, type MockStore } from './store.ts'

/**
 * Options of the handlers.
 *
 * @example
 * ```ts
 * import { createHandlers, createMockStore, type HandlersOptions } from 'plant-store-client/mock'
 *
 * const options: HandlersOptions = { baseUrl: 'https://plants.example.com/v1' }
 * const handlers = createHandlers(createMockStore(), options)
 * ```
 */
export interface HandlersOptions {
  /**
   * The base address that the client under test is given; `*` stands for any.
   * @default '*'
   */
  baseUrl?: string | URL | undefined
}

/**
 * Handlers for msw, 2 or 3, in Node and in browsers: one for each operation that the description
 * declares, and no more, so that an application's own pages pass.
 *
 * @example
 * ```ts
 * import { setupServer } from 'msw/node'
 * import { createHandlers, createMockStore } from 'plant-store-client/mock'
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
): HttpHandler[] {
  const address = String(baseUrl).replace(/\/+$/, '') + path
  const handle = http[method.toLowerCase() as 'post']
  return [
    handle(address, ({ request }) =>
      // Whoever aborted a request gets no answer anyway; an exception would be logged by msw.
      store.fetch(request).catch(() => HttpResponse.error()),
    ),
  ]
}
