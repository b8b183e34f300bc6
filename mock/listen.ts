import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Refusal, refusal } from './answer.ts'
import { createControl } from './control/control.ts'
import { CONTROL_PATH } from './control/types.ts'
import { isLoopback, isOwnHost } from './hosts.ts'
import type { MockStoreOptions } from './options.ts'
import { load, type MswHandler, Overrides } from './overrides.ts'
import { callOf, send, sendClientError } from './serve.ts'
import { BEHIND, createMockStore, type MockStore } from './store.ts'

/**
 * Options of the server; with those of a store, unless it is given one.
 *
 * @example
 * ```ts
 * import { type MockServerOptions, startMockServer } from 'plant-store-client/mock/server'
 *
 * const options: MockServerOptions = { port: 0, basePath: '/v1', accessTokens: ['token'] }
 * await using server = await startMockServer(options)
 * console.log(new URL(server.url).pathname) // /v1
 * ```
 */
export interface MockServerOptions extends MockStoreOptions {
  /** The store to serve, which `createMockStore` made. */
  store?: MockStore | undefined
  /**
   * The port to listen on; 0 for any that is free.
   * @default 4010
   */
  port?: number | undefined
  /**
   * The address or name to listen on.
   * @default '127.0.0.1'
   */
  host?: string | undefined
  /**
   * The path of the base address, such as `/v1`.
   * @default none
   */
  basePath?: string | undefined
  /**
   * Names besides those of this machine that `Host` may have while the server listens on loopback.
   * @default none
   */
  allowedHosts?: readonly string[] | undefined
  /**
   * Request handlers of msw, 2 or 3, which are asked before the store; the package msw must be there.
   * They see a path with its `basePath`, and no body longer than `maxBodyBytes`.
   * @default none: no request passes through msw
   */
  handlers?: readonly MswHandler[] | undefined
  /**
   * Whether the server's root has `/__mock`: the console page, and the control API behind it.
   * @default true
   */
  control?: boolean | undefined
}

/**
 * A server that listens.
 *
 * @example
 * ```ts
 * import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
 *
 * const server: MockServer = await startMockServer({ port: 0 })
 * const response = await fetch(`${server.url}/plants`)
 * console.log(response.status, response.headers.get('allow')) // 405 POST, OPTIONS
 * await server.close()
 * ```
 */
export interface MockServer {
  /** The base address to give to a client. */
  readonly url: string
  /** The port that it listens on: the option's, or the one that was free. */
  readonly port: number
  /** The console page; undefined where `control` is false. */
  readonly consoleUrl: string | undefined
  /** What it serves. */
  readonly store: MockStore
  /**
   * Puts request handlers of msw before those that are there. One that throws is answered with 500 and
   * the exception's message, `HttpResponse.error()` resets the connection, and where none answers the
   * store does. A browser may send once more what was reset so; not what met `'network-error'`.
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
  /** Back to the `handlers` of the options, or to those given here. */
  resetHandlers(...handlers: MswHandler[]): void
  /** Closes the server and every connection; `await using` does it too. */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a store over HTTP. Rejects with Node's own error where it cannot listen (`EADDRINUSE`), with
 * a `TypeError` that names the option where one is wrong.
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
  const { store: given, port = 4010, host = '127.0.0.1', ...others } = options
  const { basePath, allowedHosts, handlers = [], control: controlled = true, ...rest } = others
  if (given && Object.keys(rest).length > 0)
    throw new TypeError(`store is given, so ${Object.keys(rest).join(', ')} must go to it`)
  const store = given ?? createMockStore(rest)
  const base = checkedBasePath(basePath)
  const allowed = (allowedHosts ?? []).map(name => name.toLowerCase())
  const behind = store[BEHIND]
  const control = checkedControl(controlled, base) ? createControl(store, base) : undefined
  const overrides = new Overrides()
  overrides.reset(handlers)
  if (!overrides.none) await load()
  let onLoopback = isLoopback(host)
  let renewing = false
  let knownHost: string | undefined // the last that was found to be the server's own

  /** What is wrong with a request before anything is looked at that the store knows of. */
  function misdirected({ headers, httpVersion }: IncomingMessage): Refusal | undefined {
    // RFC 9112, section 3.2. Node's own answer would be without a body.
    if (headers.host === undefined && httpVersion === '1.1')
      return refusal(400, 'Send the header Host', { connection: 'close' })
    if (headers.host === knownHost) return undefined
    if (onLoopback && !isOwnHost(headers.host, allowed))
      return refusal(403, `${headers.host} is not a name of this server: see allowedHosts`)
    knownHost = headers.host
  }

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    goAhead?: () => void,
  ): Promise<void> {
    if (renewing) response.shouldKeepAlive = false
    const refused = misdirected(request)
    if (refused) {
      send(refused, request, response)
      return
    }
    if (control?.(request, response, goAhead)) return
    const call = callOf(request, base, goAhead)
    try {
      if (overrides.none) send(await behind.answer(call), request, response)
      else await overrides.answer(call, behind, request, response)
    } catch (error) {
      // A fault of the mock's own, or a header that cannot be sent, ends one request, not the rest.
      if (response.headersSent) request.socket.destroy()
      else send(refusal(500, `The mock failed: ${(error as Error).message}`), request, response)
    }
  }

  const server = createServer({ requireHostHeader: false }, (request, response) =>
    handle(request, response),
  )
  // RFC 9110, section 10.1.1: a client that asks first sends its body only when it is wanted.
  server.on('checkContinue', (request, response) =>
    handle(request, response, () => response.writeContinue()),
  )
  server.on('checkExpectation', (request, response) =>
    send(refusal(417, 'Expect takes nothing but 100-continue'), request, response),
  )
  server.on('clientError', sendClientError)
  /**
   * A browser sends a request once more, unasked, where a connection that it has used before is reset.
   * So no connection is used twice while a network error is to come.
   */
  const renew = () => {
    renewing = behind.failures.some(({ failure }) => failure === 'network-error')
    if (renewing) server.closeIdleConnections()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(checkedPort(port), checkedHost(host), resolve)
  })
  const bound = server.address() as AddressInfo
  onLoopback = isLoopback(bound.address)
  behind.changed.add(renew)
  renew()

  let closed: Promise<void> | undefined
  const close = () => {
    behind.changed.delete(renew)
    closed ??= new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    return closed
  }
  const origin = `http://${inUrl(host, bound)}:${bound.port}`
  return {
    url: `${origin}${base}`,
    consoleUrl: control ? `${origin}${CONTROL_PATH}` : undefined,
    port: bound.port,
    store,
    use: (...more) => overrides.use(more),
    resetHandlers: (...instead) => overrides.reset(instead),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function checkedControl(control: boolean, base: string): boolean {
  if (typeof control !== 'boolean') throw new TypeError('control takes true or false')
  if (control && `${base}/`.startsWith(`${CONTROL_PATH}/`))
    throw new TypeError(`basePath takes a path outside of ${CONTROL_PATH}, unless control is false`)
  return control
}

function checkedPort(port: number): number {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new TypeError('port takes a whole number from 0 to 65535')
}

/** An empty one would be every address of the machine. */
function checkedHost(host: string): string {
  if (typeof host === 'string' && host !== '') return host
  throw new TypeError('host takes an address or a name')
}

function checkedBasePath(basePath = ''): string {
  const base = basePath.replace(/\/+$/, '')
  if (base === '' || /^\/[^?#\s]+$/.test(base)) return base
  throw new TypeError('basePath takes a path that begins with a slash, such as /v1')
}

/** A host that a client can connect to: all addresses (0.0.0.0, ::) are also the loopback one. */
function inUrl(host: string, { address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return family === 'IPv6' && host.includes(':') ? `[${host}]` : host
}
