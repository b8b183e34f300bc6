import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { App } from '../app/app.ts'
import type { Answer, Refusal } from '../http/answer.ts'
import { NodeRequest } from '../http/node.ts'
import { Quota } from '../http/quota.ts'
import { Connection, MAX_PIPELINED } from './connection.ts'
import { forwardTo } from './forward.ts'
import type { MswOverrides } from './msw-overrides.ts'
import type { ServerSettings } from './options.ts'
import { checkHost, NO_TUNNEL, toRefusal } from './refusals.ts'

/** Far more than a load test on one machine opens. */
const MAX_CONNECTIONS = 10_000

/** How long an idle connection is kept: longer than clients keep theirs, which would lose a POST otherwise. */
const IDLE_MS = 65_000

/** The app behind `node:http`. */
export class HttpServer {
  readonly app: App
  readonly address: AddressInfo
  readonly #basePath: string
  readonly #server: Server
  readonly #connections = new Map<Duplex, Connection>()
  readonly #pipelined = new Quota(MAX_PIPELINED)
  #closed: Promise<void> | undefined

  /** Rejects with Node's own error if the server cannot listen. */
  static async listen(overrides: MswOverrides, settings: ServerSettings): Promise<HttpServer> {
    const server = createServer({ requireHostHeader: false })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(settings.port, settings.host, resolve)
    })
    return new HttpServer(server, overrides, settings)
  }

  /** The server listens already, so that the app knows its port. No connection has come yet. */
  private constructor(server: Server, overrides: MswOverrides, settings: ServerSettings) {
    this.address = server.address() as AddressInfo // a string only for pipes
    this.#server = server
    this.#basePath = settings.basePath
    const service = settings.service && forwardTo(settings.service, settings.store.maxBodyBytes)
    const startOptions = { ...settings.startOptions, port: this.address.port }
    this.app = new App({ ...settings, startOptions }, () => overrides.askFirst, service)
    // By default, Node 20 drops headers after about 1,000, and Node 24 refuses the request by itself
    // (https://github.com/nodejs/node/blob/v24.21.0/lib/_http_common.js#L53).
    this.#server.maxHeadersCount = 0
    this.#server.keepAliveTimeout = IDLE_MS
    this.#server
      .on('connection', socket => this.#connect(socket))
      .on('request', (incoming, outgoing) => this.#receive(incoming, outgoing))
      .on('checkContinue', (incoming, outgoing) =>
        this.#receive(incoming, outgoing, () => outgoing.writeContinue()),
      )
      // The store refuses other expectations.
      .on('checkExpectation', (incoming, outgoing) => this.#receive(incoming, outgoing))
      .on('connect', (_, socket) => {
        // Node leaves both to us: https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L1048
        socket.resume().once('end', () => socket.end())
        this.#refuse(NO_TUNNEL, socket)
      })
      .on('clientError', (error, socket) => this.#refuse(toRefusal(error), socket))
  }

  #connect(socket: Socket): void {
    const connection = new Connection(socket, this.#respond, this.#pipelined)
    // Node calls this after the last response of a connection, to close it at once:
    // https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L1126
    socket.destroySoon = () => socket.end()
    // Node stops listening to a socket that asks for a tunnel, and gives no response object for it (#L1066):
    // https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L1052
    socket.on('error', () => {})
    this.#connections.set(socket, connection)
    socket.once('close', () => this.#connections.delete(socket))
    if (this.#connections.size > MAX_CONNECTIONS) this.#refuse(NO_ROOM, socket)
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse, sendContinue?: () => void): void {
    const connection = this.#connections.get(incoming.socket)
    if (!connection?.isOpen) return void incoming.resume()
    connection.receive(new NodeRequest(incoming, outgoing, this.#basePath, sendContinue))
  }

  readonly #respond = (request: NodeRequest): Answer | Promise<Answer> => {
    const refusal = checkHost(request)
    return refusal ? this.app.refuse(request, refusal) : this.app.respond(request)
  }

  /** Refuses what is not a request, and ends the connection. Only the log shows it. */
  #refuse(refusal: Refusal | undefined, socket: Duplex): void {
    const connection = this.#connections.get(socket)
    if (!connection?.isOpen) return
    if (!refusal) socket.destroy()
    else if (connection.refuse(refusal)) this.app.sessions.reportConnection(refusal)
  }

  /** Ends every connection at once. */
  close(): Promise<void> {
    this.app.sessions.close(CLOSED)
    this.#closed ??= new Promise(resolve => {
      this.#server.close(() => resolve())
      for (const connection of this.#connections.values()) connection.close(CLOSED)
    })
    return this.#closed
  }
}

const CLOSED = 'The mock server was closed'

const NO_ROOM: Refusal = {
  status: 503,
  message: `There is no room for more than ${MAX_CONNECTIONS} connections`,
  headers: { 'retry-after': '1' },
}
