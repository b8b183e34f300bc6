import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Duplex, finished, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import {
  type Answer,
  errorAnswer,
  isNetworkError,
  NetworkError,
  NULL_BODY_STATUSES,
  type Refusal,
  RefusedError,
  type RequestHandler,
} from './answer.ts'
import { withCors } from './cors.ts'
import { answerWith, faultAnswer } from './fault.ts'
import { LEFT, type StoreRequest, type Target, toTarget } from './request.ts'

/** Answers a `node:http` request. Resolves when its response has been sent, or cannot be sent any more. */
export async function serve(handler: RequestHandler, request: NodeRequest): Promise<void> {
  const { outgoing, headers } = request
  // After a request that asks for another protocol, Node reads nothing more from the connection.
  if (RESENDS.test(headers.get('user-agent') ?? '') || headers.has('upgrade'))
    outgoing.shouldKeepAlive = false
  try {
    send(await answerWith(handler, request), request)
  } catch (error) {
    if (isNetworkError(error)) request.incoming.socket.resetAndDestroy()
    else if (outgoing.headersSent || request.endReason) request.incoming.socket.destroy()
    else send(withCors(faultAnswer(error), request), request)
  }
  if (!request.endReason) await new Promise(resolve => outgoing.once('close', resolve))
}

/**
 * Clients that resend a POST if a connection that they have used before is reset, so that an injected network
 * error would become a success: browsers, Deno, Android (OkHttp, and Dalvik, which has it built in) and curl. Each
 * gets a new connection for each request. Node, Bun, Go, Python and Ruby do not resend. Java's HttpURLConnection
 * resends on any connection.
 */
const RESENDS = /^(?:Mozilla|Deno|okhttp|Dalvik|curl)\//

/** A `node:http` request as a `StoreRequest`. */
export class NodeRequest implements StoreRequest {
  readonly method: string
  readonly url: string
  readonly target: Target
  readonly isSecure = false
  readonly isHosted = false
  readonly headers: ReadonlyMap<string, string>
  readonly headerCount: number
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly #sendContinue: () => void
  #disconnected: AbortController | undefined
  #endOfBody: Refusal | undefined
  #closeReason: string | undefined
  #rejectBody: (reason: Error) => void = () => {}

  /** `sendContinue` is called before the body is read: the client waits for it (RFC 9110, section 10.1.1). */
  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    basePath: string,
    sendContinue: () => void = () => {},
  ) {
    const { method = '', url = '/', socket, rawHeaders } = incoming
    this.headers = joinHeaders(rawHeaders)
    this.headerCount = rawHeaders.length / 2
    const origin = `http://${this.headers.get('host') ?? `${socket.localAddress}:${socket.localPort}`}`
    this.method = method
    this.url = urlOf(url, origin)
    this.target = toTarget(pathOf(url), basePath)
    this.incoming = incoming
    this.outgoing = outgoing
    this.#sendContinue = sendContinue
  }

  get signal(): AbortSignal {
    this.#disconnected ??= this.#watchConnection()
    return this.#disconnected.signal
  }

  #watchConnection(): AbortController {
    const disconnected = new AbortController()
    if (this.endReason) disconnected.abort()
    else
      this.outgoing.once('close', () => {
        if (!this.outgoing.writableFinished) disconnected.abort()
      })
    return disconnected
  }

  get endReason(): string | undefined {
    // Node ends its side as soon as the client has ended its own.
    if (this.incoming.socket.writable) return undefined
    return this.#closeReason ?? LEFT.beforeResponse
  }

  readBody(take: (chunk: Uint8Array) => boolean): Promise<void> {
    this.#sendContinue()
    const { incoming } = this
    return new Promise((resolve, reject) => {
      const left = () => reject(new NetworkError(this.#closeReason ?? LEFT.inBody))
      if (this.#endOfBody) return reject(new RefusedError(this.#endOfBody))
      if (incoming.destroyed) return left()
      this.#rejectBody = reject
      const receive = (chunk: Buffer) => {
        if (take(chunk)) return
        // The rest is read and dropped: closing the connection could cost the client the response.
        incoming.off('data', receive).resume()
        resolve()
      }
      incoming.on('data', receive).on('end', resolve).on('error', left)
    })
  }

  /** Ends the body early if it has not arrived: what follows on the connection cannot be read. */
  breakOff(refusal: Refusal): void {
    if (this.incoming.complete) return
    this.#endOfBody = refusal
    this.#rejectBody(new RefusedError(refusal))
  }

  /** Closes the connection although the client has not left. */
  close(reason: string): void {
    this.#closeReason = reason
    this.#disconnected?.abort(new NetworkError(reason))
    this.incoming.socket.destroy()
  }

  /** Whether the rest of the body will arrive. */
  get isArriving(): boolean {
    return !this.incoming.complete && this.#endOfBody === undefined
  }
}

/**
 * Joins a list of name, value, name, value. Node's own object keeps only the first of two Authorization
 * headers, so two would look like one.
 */
function joinHeaders(rawHeaders: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    const value = rawHeaders[index + 1] ?? ''
    const previous = headers.get(name)
    headers.set(name, previous === undefined ? value : `${previous}, ${value}`)
  }
  return headers
}

/** RFC 9112, section 3.2: `/path`, `http://host/path` or `*`. */
function pathOf(target: string): string {
  const withQuery = target.startsWith('/') ? target : target.replace(ORIGIN, '')
  const end = withQuery.search(/[?#]/)
  return (end < 0 ? withQuery : withQuery.slice(0, end)) || '/'
}

function urlOf(target: string, origin: string): string {
  if (target.startsWith('/')) return origin + target
  return ORIGIN.test(target) ? target : `${origin}/${target}`
}

const ORIGIN = /^https?:\/\/[^/?#]*/i

function send(answer: Answer, request: NodeRequest): void {
  const { incoming, outgoing } = request
  const { status, statusText, headers, cookies, body } = answer
  const hasBody = !NULL_BODY_STATUSES.includes(status)
  outgoing.statusMessage = statusText ?? ''
  if (cookies) outgoing.setHeader('set-cookie', cookies)
  if (typeof body !== 'string') return void sendStream(answer, body, incoming, outgoing)

  const text = hasBody ? body : ''
  const length = hasBody && { 'content-length': Buffer.byteLength(text) }
  outgoing.writeHead(status, { ...length, ...headers })
  if (outgoing.shouldKeepAlive || !request.isArriving) return void outgoing.end(text)
  // Closing while the client still sends could cost it the response (RFC 9112, section 9.6), so the rest of
  // the request is read first. Node's `requestTimeout` bounds how long that takes.
  outgoing.flushHeaders()
  if (text !== '') outgoing.write(text)
  finished(incoming.resume(), () => outgoing.end())
}

function sendStream(
  { status, headers }: Answer,
  body: ReadableStream<Uint8Array>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, headers)
  if (incoming.method === 'HEAD' || NULL_BODY_STATUSES.includes(status)) {
    body.cancel().catch(() => {})
    return void outgoing.end()
  }
  outgoing.flushHeaders() // sends them, whatever happens to the body
  const readable = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  readable.on('error', () => {}) // it may come after the pipeline has ended, and would end the process
  // If the body fails or the client disconnects, the pipeline closes the connection.
  pipeline(readable, outgoing, () => {})
}

/** Refuses what Node gives no response object for, and ends the connection. */
export function refuseConnection(refusal: Refusal, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const { status, body, headers } = withCors(errorAnswer(refusal))
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': Buffer.byteLength(String(body)),
  })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(line => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  )
}

/** Says what is wrong with bytes that Node cannot parse, or did not get in time. */
export const toRefusal = ({ code, rawPacket }: ClientError): Refusal =>
  CLIENT_ERRORS[code ?? ''] ?? { status: 400, message: describeBytes(rawPacket) }

/** Node adds the bytes in which it found the error. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}

/** Says what a person probably tried. */
function describeBytes(bytes: Buffer = Buffer.of()): string {
  // A handshake record of any version (RFC 8446, section 5.1).
  if (bytes[0] === 0x16 && bytes[1] === 3)
    return 'This is TLS, but the mock speaks plain http: write http:// in place of https://'
  // The preface of a client that knows the server (RFC 9113, section 3.4).
  if (bytes.toString('latin1', 0, 14) === 'PRI * HTTP/2.0')
    return 'This is HTTP/2, but the mock speaks HTTP/1.1'
  return 'This is not an HTTP request'
}

const CLIENT_ERRORS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
}
