import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { App } from '../app/app.ts'
import { isControlPath } from '../control/control.ts'
import { type Answer, errorAnswer } from '../http/answer.ts'
import { isLoopback, isOwnHost } from '../http/host-check.ts'
import { sendClientError, serve } from '../http/node.ts'
import type { StoreRequest } from '../http/request.ts'
import type { MswOverrides } from './msw-overrides.ts'
import type { ServerSettings } from './options.ts'

/** Each connection may be in the middle of a body. */
const MAX_CONNECTIONS = 1_000

/** Maximum requests of a connection that wait for their responses. */
const MAX_PIPELINED = 100

/** The app behind `node:http`. */
export class HttpServer {
  readonly app: App
  readonly #settings: ServerSettings
  readonly #server = createServer({ requireHostHeader: false })
  /** The unanswered requests of each connection. */
  readonly #waiting = new WeakMap<Duplex, Set<IncomingMessage>>()
  #isLoopback = false
  #closed: Promise<void> | undefined

  constructor(overrides: MswOverrides, settings: ServerSettings) {
    this.app = new App(settings, () => overrides.askFirst)
    this.#settings = settings
    this.#server.maxConnections = MAX_CONNECTIONS
    this.#server.maxHeadersCount = 0 // by default, Node drops headers after the 2,000th
    this.#server
      .on('request', (incoming, outgoing) => this.#serve(incoming, outgoing))
      .on('checkContinue', (incoming, outgoing) =>
        this.#serve(incoming, outgoing, () => outgoing.writeContinue()),
      )
      .on('checkExpectation', (incoming, outgoing) =>
        serve(() => EXPECTATION_FAILED, settings.basePath, incoming, outgoing),
      )
      // Each waiting request listens to its connection, which Node takes for a leak beyond ten.
      .on('connection', socket => socket.setMaxListeners(0))
      .on('clientError', (error, socket) => this.#refuseBytes(error, socket))
  }

  /** Resolves to the address. Rejects with Node's own error if the server cannot listen. */
  async listen(): Promise<AddressInfo> {
    const { port, host } = this.#settings
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve)
    })
    const address = this.#server.address() as AddressInfo // a string only for pipes
    this.#isLoopback = isLoopback(address.address)
    return address
  }

  #serve(incoming: IncomingMessage, outgoing: ServerResponse, sendContinue?: () => void): void {
    const { socket, httpVersion } = incoming
    const waiting = this.#waiting.get(socket) ?? new Set()
    if (waiting.size >= MAX_PIPELINED) return void socket.destroy()
    this.#waiting.set(socket, waiting.add(incoming))
    outgoing.once('close', () => waiting.delete(incoming))
    const respond = (request: StoreRequest) => this.#respond(request, httpVersion)
    serve(respond, this.#settings.basePath, incoming, outgoing, sendContinue)
  }

  /** Answers bytes that are not HTTP. Behind a waiting request, an error would look like its response. */
  #refuseBytes(error: NodeJS.ErrnoException, socket: Duplex): void {
    const waiting = this.#waiting.get(socket) ?? []
    if ([...waiting].some(({ complete }) => complete)) socket.destroy()
    else sendClientError(error, socket)
  }

  #respond(request: StoreRequest, httpVersion: string): Answer | Promise<Answer> {
    const refusal = this.#refuseHost(request.headers.get('host'), httpVersion)
    if (!refusal) return this.app.respond(request)
    if (!isControlPath(request.target.path)) this.app.sessions.refused(request, refusal)
    return refusal
  }

  /** Refuses a request that is not meant for this server. */
  #refuseHost(host: string | undefined, httpVersion: string): Answer | undefined {
    // RFC 9112, section 3.2. Node's own response would have no body.
    if (host === undefined && httpVersion === '1.1')
      return errorAnswer(400, 'Send the header Host', { connection: 'close' })
    const { allowedHosts: allowed } = this.#settings
    if (isOwnHost(host, { isLoopback: this.#isLoopback, allowed })) return undefined
    return errorAnswer(
      403,
      `${host} is not a name of this server: allow it with --allowed-host or allowedHosts`,
    )
  }

  /** Ends every connection at once. */
  close(): Promise<void> {
    this.app.sessions.close('The mock server was closed')
    this.#closed ??= new Promise(resolve => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
    return this.#closed
  }
}

const EXPECTATION_FAILED = errorAnswer(417, 'The only expectation supported is 100-continue')
