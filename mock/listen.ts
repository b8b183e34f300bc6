import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refusal } from './answer.ts'
import { isLoopback, isOwnHost } from './hosts.ts'
import type { MockStoreOptions } from './options.ts'
import { callOf, send, sendClientError } from './serve.ts'
import { BEHIND, createMockStore, type MockStore } from './store.ts'

/** Options of the server; with those of a store, unless it is given one. */
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
}

/** A server that listens. */
export interface MockServer {
  /** The base address to give to a client. */
  readonly url: string
  readonly port: number
  /** What it serves. */
  readonly store: MockStore
  /** Closes the server and every connection; `await using` does it too. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a store over HTTP. Rejects with Node's own error where it cannot listen (`EADDRINUSE`), with
 * a `TypeError` that names the option where one is wrong.
 *
 * @example
 * ```ts
 * import { startMockServer } from 'plant-store-client/mock/server'
 *
 * const server = await startMockServer({ port: 0, accessTokens: ['token'] })
 * const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * await server.close()
 * ```
 */
export async function startMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  const { store: given, port = 4010, host = '127.0.0.1', basePath, allowedHosts, ...rest } = options
  if (given && Object.keys(rest).length > 0)
    throw new TypeError(`store is given, so ${Object.keys(rest).join(', ')} must go to it`)
  const store = given ?? createMockStore(rest)
  const base = checkedBasePath(basePath)
  const allowed = (allowedHosts ?? []).map(name => name.toLowerCase())
  const { answer } = store[BEHIND]
  let onLoopback = isLoopback(host)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (onLoopback && !isOwnHost(request.headers.host, allowed)) {
      const message = `${request.headers.host} is not a name of this server: see allowedHosts`
      return send(refusal(403, message), request, response)
    }
    send(await answer(callOf(request, response, base)), request, response)
  }

  const server = createServer(handle)
  server.on('checkContinue', handle)
  server.on('checkExpectation', (request, response) =>
    send(refusal(417, 'Expect takes nothing but 100-continue'), request, response),
  )
  server.on('clientError', sendClientError)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(checkedPort(port), host, resolve)
  })
  const bound = server.address() as AddressInfo
  onLoopback = isLoopback(bound.address)

  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    return closed
  }
  return {
    url: `http://${inUrl(host, bound)}:${bound.port}${base}`,
    port: bound.port,
    store,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function checkedPort(port: number): number {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new TypeError('port takes a whole number from 0 to 65535')
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
