import type { AddressInfo } from 'node:net'
import type { MockSessions } from '../app/create-mock-app.ts'
import type { Sessions } from '../app/sessions.ts'
import { CONTROL_PATH } from '../control/types.ts'
import { HttpServer } from './http-server.ts'
import { loadMsw, type MswHandler, MswOverrides } from './msw-overrides.ts'
import { type MockServerOptions, resolveOptions } from './options.ts'

/** A server that is listening. */
export interface MockServer extends MockSessions {
  /** The base address to give to a client. */
  readonly url: string
  /** The port that the server listens on. */
  readonly port: number
  /** The URL of the console page; undefined if `control` is false. */
  readonly consoleUrl: string | undefined
  /**
   * Adds msw request handlers before the current ones, in every session. If none responds, the store does.
   * If one throws, the response is a 500 with the exception's message; `HttpResponse.error()` resets the
   * connection. Handlers that are not for HTTP, such as those of `ws.link`, are left out.
   *
   * @example
   * ```ts
   * import { HttpResponse, http } from 'msw'
   * import { startMockServer } from 'plant-store-client/mock/server'
   *
   * await using server = await startMockServer({ port: 0 })
   * const down = () => new HttpResponse(null, { status: 503 })
   * server.use(http.post(`${server.url}/plants`, down, { once: true }))
   * const { status } = await fetch(`${server.url}/plants`, { method: 'POST' })
   * console.log(status) // 503
   * ```
   */
  use(...handlers: MswHandler[]): void
  /** Restores the `handlers` of the options, or replaces them with the given ones. */
  resetHandlers(...handlers: MswHandler[]): void
  /** Closes the server and every connection. `await using` does so too. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves the mock over HTTP: the service, the control API and the console, in any number of sessions.
 * Rejects with Node's own error if it cannot listen (`EADDRINUSE`), and with a `TypeError` that names every
 * wrong option. At most 10,000 connections are open at a time.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 * import { startMockServer } from 'plant-store-client/mock/server'
 *
 * const server = await startMockServer({ port: 0, accessTokens: ['token'] })
 * const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * await server.close()
 * ```
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  return (await startServer(options)).server
}

/** A server that is listening, with the sessions that the command line logs. */
export interface StartedServer {
  readonly server: MockServer
  readonly sessions: Sessions
}

/** Starts a server. `commandLineToken` is shown in the commands of the console. */
export async function startServer(
  options: MockServerOptions,
  commandLineToken?: string,
): Promise<StartedServer> {
  const settings = { ...resolveOptions(options), commandLineToken }
  if (settings.service) settings.store.setService(settings.service.href)
  const overrides = new MswOverrides(settings.handlers)
  if (overrides.askFirst) await loadMsw()
  const httpServer = await HttpServer.listen(overrides, settings)
  const { app, address } = httpServer
  const origin = `http://${hostInUrl(settings.host, address)}:${address.port}`
  const server: MockServer = {
    url: origin + settings.basePath,
    port: address.port,
    consoleUrl: settings.control ? origin + CONTROL_PATH : undefined,
    store: settings.store,
    get sessions() {
      return app.sessions.names
    },
    session: name => app.session(name).store,
    endSession: name => app.sessions.end(name),
    use: (...handlers) => overrides.use(handlers),
    resetHandlers: (...handlers) => overrides.reset(handlers),
    close: () => httpServer.close(),
    [Symbol.asyncDispose]: () => httpServer.close(),
  }
  return { server, sessions: app.sessions }
}

/** Returns a host that a client can connect to: `0.0.0.0` and `::` include loopback. */
function hostInUrl(host: string, { address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return family === 'IPv6' && host.includes(':') ? `[${host}]` : host
}
