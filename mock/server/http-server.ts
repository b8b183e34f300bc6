import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { App } from '../app/app.ts'
import { type Answer, errorAnswer, type Refusal } from '../http/answer.ts'
import { parseHost } from '../http/host.ts'
import { NodeRequest, refuseConnection, serve, toRefusal } from '../http/node.ts'
import type { StoreRequest } from '../http/request.ts'
import { checkHead } from '../store/checks.ts'
import type { MswOverrides } from './msw-overrides.ts'
import type { ServerSettings } from './options.ts'

/** Far more than a load test on one machine opens. */
const MAX_CONNECTIONS = 10_000

/** Maximum requests that wait behind others of their connections. Node keeps up to 64 KiB of the body of each. */
const MAX_BEHIND = 1_000

/** How long an idle connection is kept: longer than clients keep theirs, which would lose a POST otherwise. */
const IDLE_MS = 65_000

/** How long a connection is read after its last response (RFC 9112, section 9.6). */
const LINGER_MS = 2_000

/** The app behind `node:http`. */
export class HttpServer {
  readonly app: App
  readonly #settings: ServerSettings
  readonly #server = createServer({ requireHostHeader: false })
  /** The unanswered requests of each connection. The first one is being answered. */
  readonly #waiting = new WeakMap<Duplex, NodeRequest[]>()
  /** The requests that wait behind others. */
  readonly #behind = new Set<NodeRequest>()
  /** Connections that end after the responses to their waiting requests. */
  readonly #ending = new WeakSet<Duplex>()
  readonly #sockets = new Set<Duplex>()
  #closed: Promise<void> | undefined

  constructor(overrides: MswOverrides, settings: ServerSettings) {
    this.app = new App(settings, () => overrides.askFirst)
    this.#settings = settings
    this.#server.maxHeadersCount = 0 // by default, Node drops headers after the 2,000th
    this.#server.keepAliveTimeout = IDLE_MS
    this.#server
      .on('connection', socket => this.#connect(socket))
      .on('request', (incoming, outgoing) => this.#receive(incoming, outgoing))
      .on('checkContinue', (incoming, outgoing) =>
        this.#receive(incoming, outgoing, () => outgoing.writeContinue()),
      )
      // The store refuses other expectations.
      .on('checkExpectation', (incoming, outgoing) => this.#receive(incoming, outgoing))
      .on('connect', (incoming, socket) => this.#refuseTunnel(incoming, socket))
      .on('clientError', (error, socket) => this.#refuseBytes(error, socket))
  }

  /** Resolves to the address. Rejects with Node's own error if the server cannot listen. */
  async listen(): Promise<AddressInfo> {
    const { port, host } = this.#settings
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve)
    })
    return this.#server.address() as AddressInfo // a string only for pipes
  }

  #connect(socket: Socket): void {
    // Node calls this after the last response of a connection, to close it at once.
    socket.destroySoon = () => this.#end(socket)
    socket.on('error', () => {}) // Node stops listening to a socket that asks for a tunnel
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.#sockets.size <= MAX_CONNECTIONS) return
    this.#refuseConnection(NO_ROOM, socket)
  }

  /** Refuses what is no request, which the log alone shows. */
  #refuseConnection(refusal: Refusal, socket: Duplex): void {
    this.app.sessions.refusedConnection(refusal)
    refuseConnection(refusal, socket)
    this.#end(socket)
  }

  /** Ends a connection, and goes on reading for a while: a client that still sends could lose the response. */
  #end(socket: Duplex): void {
    this.#ending.add(socket)
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
    socket.once('close', () => clearTimeout(timer))
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse, sendContinue?: () => void): void {
    const { socket } = incoming
    const waiting = this.#waiting.get(socket) ?? []
    this.#waiting.set(socket, waiting)
    if (!socket.writable || this.#ending.has(socket)) return void incoming.resume()
    const request = new NodeRequest(incoming, outgoing, this.#settings.basePath, sendContinue)
    waiting.push(request)
    if (waiting.length === 1) this.#serve(waiting)
    else if (this.#behind.size === MAX_BEHIND) this.#dropQueue(waiting)
    else this.#behind.add(request)
  }

  /** Drops unseen the requests that wait for their turn: the client sends them again (RFC 9112, section 9.3.2). */
  #dropQueue(waiting: NodeRequest[]): void {
    const [current, ...behind] = waiting.splice(0)
    for (const request of behind) this.#behind.delete(request)
    current?.close(
      `The mock closed the connection: more than ${MAX_BEHIND} requests waited behind others`,
    )
  }

  /** Answers the requests of a connection one after the other. */
  async #serve(waiting: NodeRequest[]): Promise<void> {
    for (let request = waiting[0]; request; request = waiting[0]) {
      this.#behind.delete(request)
      const { httpVersion, socket } = request.incoming
      await serve(() => this.#respond(request, httpVersion), request)
      // If that was the last response of the connection, the requests behind it are dropped unseen.
      const over = waiting.splice(0, socket.writable ? 1 : Infinity)
      for (const dropped of over) this.#behind.delete(dropped)
    }
  }

  /** Refuses bytes that are not HTTP. What arrived before them is answered first. */
  #refuseBytes(error: Parameters<typeof toRefusal>[0], socket: Duplex): void {
    if (this.#ending.has(socket)) return // more of them
    const waiting = this.#waiting.get(socket) ?? []
    // A client that has ended its side has left, as far as Node is concerned.
    if (!socket.writable || error.code === 'HPE_INVALID_EOF_STATE') return void socket.destroy()
    const refusal = toRefusal(error)
    waiting.at(-1)?.breakOff(refusal)
    if (waiting.length > 0) return void this.#endAfter(waiting, socket)
    this.#refuseConnection(refusal, socket)
  }

  /** Ends a connection after the responses to the requests that wait. */
  #endAfter(waiting: readonly NodeRequest[], socket: Duplex): void {
    if (this.#ending.has(socket)) return
    this.#ending.add(socket)
    waiting.at(-1)?.outgoing.once('close', () => this.#end(socket))
  }

  /** `CONNECT` asks for a tunnel, for which Node gives no response object. */
  #refuseTunnel(incoming: IncomingMessage, socket: Duplex): void {
    socket.resume().once('end', () => socket.end()) // Node leaves both to us
    const request = new NodeRequest(incoming, new ServerResponse(incoming), this.#settings.basePath)
    const refusal = checkHost(request, incoming.httpVersion) ?? checkHead(request)
    const waiting = this.#waiting.get(socket) ?? []
    if (waiting.length > 0) return void this.#endAfter(waiting, socket)
    if (!refusal || !socket.writable) return void socket.destroy()
    this.app.sessions.refused(request, errorAnswer(refusal))
    refuseConnection(refusal, socket)
    this.#end(socket)
  }

  #respond(request: StoreRequest, httpVersion: string): Answer | Promise<Answer> {
    const refusal = checkHost(request, httpVersion)
    return refusal ? this.app.refuse(request, refusal) : this.app.respond(request)
  }

  /** Ends every connection at once. */
  close(): Promise<void> {
    this.app.sessions.close(CLOSED)
    this.#closed ??= new Promise(resolve => {
      this.#server.close(() => resolve())
      for (const socket of this.#sockets) {
        for (const request of this.#waiting.get(socket) ?? []) request.close(CLOSED)
        socket.destroy()
      }
    })
    return this.#closed
  }
}

/** Refuses a `Host` that is missing or not valid (RFC 9112, section 3.2). Node's own response has no body. */
function checkHost({ headers }: StoreRequest, httpVersion: string): Refusal | undefined {
  const host = headers.get('host')
  if (host === undefined)
    return httpVersion === '1.1' ? { status: 400, message: 'Send the header Host' } : undefined
  if (parseHost(host) !== undefined) return undefined
  return { status: 400, message: 'Host must be a name or an address, with or without a port' }
}

const CLOSED = 'The mock server was closed'

const NO_ROOM: Refusal = {
  status: 503,
  message: `There is no room for more than ${MAX_CONNECTIONS} connections`,
  headers: { 'retry-after': '1' },
}
