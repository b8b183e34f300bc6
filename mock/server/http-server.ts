import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from '../app/app.ts'
import { isControlPath } from '../control/control.ts'
import { isLoopback, isOwnHost } from '../http/host-check.ts'
import { NodeRequest, sendClientError, sendResponse } from '../http/node.ts'
import type { StoreRequest } from '../http/request.ts'
import {
  type ErrorResponse,
  errorResponse,
  faultResponse,
  type StoreResponse,
} from '../http/response.ts'
import { ConnectionPolicy } from './connection-policy.ts'
import type { MswOverrides } from './msw-overrides.ts'
import type { ServerSettings } from './options.ts'

/** The app behind `node:http`, with msw handlers. */
export class HttpServer {
  readonly app: App
  readonly #settings: ServerSettings
  readonly #server = createServer({ requireHostHeader: false })
  readonly #connections: ConnectionPolicy
  #isLoopback = false
  /** The last `Host` that passed the check. */
  #knownHost: string | undefined
  #closed: Promise<void> | undefined

  constructor(overrides: MswOverrides, settings: ServerSettings) {
    this.app = new App(settings, overrides)
    this.#settings = settings
    this.#connections = new ConnectionPolicy(this.app.sessions)
    this.#server
      .on('request', (incoming, outgoing) => this.#serve(incoming, outgoing))
      // RFC 9110, section 10.1.1: such a client sends its body only when it is told to.
      .on('checkContinue', (incoming, outgoing) =>
        this.#serve(incoming, outgoing, () => outgoing.writeContinue()),
      )
      .on('checkExpectation', (incoming, outgoing) =>
        sendResponse(
          errorResponse(417, 'The only expectation supported is 100-continue'),
          incoming,
          outgoing,
        ),
      )
      .on('clientError', sendClientError)
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

  async #serve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    sendContinue?: () => void,
  ): Promise<void> {
    const request = new NodeRequest(incoming, outgoing, this.#settings.basePath, sendContinue)
    this.#connections.use(incoming, { request, response: outgoing })
    let response: StoreResponse
    try {
      response = this.#refuseHost(incoming, request) ?? (await this.app.respond(request))
    } catch (error) {
      response = faultResponse(error)
    }
    if (!this.#connections.mayReuse(request)) outgoing.shouldKeepAlive = false
    try {
      sendResponse(response, incoming, outgoing)
    } catch (error) {
      // Node refused a header of the response: this ends one request, not the server.
      if (outgoing.headersSent) incoming.socket.destroy()
      else sendResponse(faultResponse(error), incoming, outgoing)
    }
  }

  #refuseHost(incoming: IncomingMessage, request: StoreRequest): ErrorResponse | undefined {
    const refusal = this.#checkHost(incoming)
    if (refusal && !isControlPath(request.path)) this.app.sessions.refused(request, refusal)
    return refusal
  }

  /** Refuses what is not meant for this server, before the store sees it. */
  #checkHost({ headers, httpVersion }: IncomingMessage): ErrorResponse | undefined {
    // RFC 9112, section 3.2. Node's own response would have no body.
    if (headers.host === undefined && httpVersion === '1.1')
      return errorResponse(400, 'Send the header Host', { connection: 'close' })
    if (headers.host === this.#knownHost) return undefined
    const { allowedHosts: allowed } = this.#settings
    if (!isOwnHost(headers.host, { isLoopback: this.#isLoopback, allowed }))
      return errorResponse(
        403,
        `${headers.host} is not a name of this server: allow it with --allowed-host or allowedHosts`,
      )
    this.#knownHost = headers.host
  }

  close(): Promise<void> {
    this.#connections.unsubscribe()
    this.app.sessions.close('The mock server was closed')
    this.#closed ??= new Promise(resolve => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
    return this.#closed
  }
}
