import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import {
  type Answer,
  faultAnswer,
  isNetworkError,
  NetworkError,
  type Refusal,
  RefusedError,
} from './answer.ts'
import { withCors } from './cors.ts'
import { NULL_BODY_STATUSES } from './null-body.ts'
import { LEFT, type RequestTarget, type StoreRequest, toTarget } from './request.ts'
import { untilRead, untilReceived } from './turn.ts'

/** Answers a `node:http` request. Resolves when its response has been sent, or can no longer be sent. */
export async function answerRequest(
  handler: (request: NodeRequest) => Answer | Promise<Answer>,
  request: NodeRequest,
): Promise<void> {
  const { incoming, outgoing, headers } = request
  // After a request that asks for another protocol, Node reads nothing more from the connection:
  // https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L1041
  if (RESENDS.test(headers.get('user-agent') ?? '') || headers.has('upgrade'))
    outgoing.shouldKeepAlive = false
  try {
    send(await handler(request), request)
  } catch (error) {
    // A connection that is ending is not reset: libuv refuses to (https://github.com/libuv/libuv/issues/3661), and
    // Node would lose the descriptor.
    if (request.disconnectReason) incoming.socket.destroy()
    else if (isNetworkError(error)) incoming.socket.resetAndDestroy()
    else if (outgoing.headersSent) incoming.socket.destroy()
    else send(withCors(faultAnswer(error), request), request)
  }
  if (!request.disconnectReason) await new Promise(resolve => outgoing.once('close', resolve))
}

/**
 * Clients that resend a POST if a connection that they have used before is reset, so that an injected network
 * error would become a success: browsers, Deno, Android (OkHttp, and Dalvik, which has it built in), curl and what is
 * built on it (https://github.com/curl/curl/pull/18417). Each gets a new connection for each request. Node, Bun, Go,
 * Python and Ruby do not resend. Java's HttpURLConnection resends on any connection, and PHP's curl has no name.
 */
const RESENDS =
  /^(?:Mozilla|Deno|okhttp|Dalvik|curl|GuzzleHttp|PycURL)\/|^Symfony HttpClient|libcurl\//

export class NodeRequest implements StoreRequest {
  readonly method: string
  readonly url: string
  readonly target: RequestTarget
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

  get rawHeaders(): string[] {
    return this.incoming.rawHeaders
  }

  get signal(): AbortSignal {
    this.#disconnected ??= this.#watchConnection()
    return this.#disconnected.signal
  }

  #watchConnection(): AbortController {
    const disconnected = new AbortController()
    if (this.disconnectReason) disconnected.abort()
    else
      this.outgoing.once('close', () => {
        if (!this.outgoing.writableFinished) disconnected.abort()
      })
    return disconnected
  }

  get disconnectReason(): string | undefined {
    // Node ends its side as soon as the client has ended its own:
    // https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L939
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
      let bytes = 0
      let isTaken = true
      const receive = (chunk: Buffer) => {
        bytes += chunk.length
        isTaken &&= take(chunk)
        if (!isTaken) resolve() // the rest is still received, and dropped
        const next = untilReceived(chunk.length)
        if (!next) return
        incoming.pause()
        next.then(() => incoming.resume())
      }
      const end = () => resolve(untilRead(bytes))
      incoming.on('data', receive).on('end', end).on('error', left)
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
 * Joins a list of name, value, name, value. Node's own object keeps only the first of two Authorization headers, so
 * two would look like one: https://github.com/nodejs/node/blob/v24.21.0/lib/_http_incoming.js#L389
 */
export function joinHeaders(rawHeaders: readonly string[]): Map<string, string> {
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
  const withQuery = target.replace(ORIGIN, '')
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
  const { status, statusText, headers, cookies, body, original } = answer
  if (original) {
    outgoing.writeHead(status, statusText, [...original.rawHeaders])
    outgoing.end(original.body)
    return
  }
  const hasBody = !NULL_BODY_STATUSES.includes(status)
  outgoing.statusMessage = statusText ?? ''
  if (cookies) outgoing.setHeader('set-cookie', cookies)
  if (typeof body !== 'string') {
    sendStream(answer, body, incoming, outgoing)
    return
  }

  const text = hasBody ? body : ''
  const length = hasBody && { 'content-length': Buffer.byteLength(text) }
  outgoing.writeHead(status, { ...length, ...headers })
  if (outgoing.shouldKeepAlive || !request.isArriving) {
    outgoing.end(text)
    return
  }
  // Closing while the client still sends could cost it the response (RFC 9112, section 9.6), so the rest of
  // the request is read first. Node's `requestTimeout` bounds how long that takes: 5 minutes
  // (https://github.com/nodejs/node/blob/v24.21.0/lib/_http_server.js#L542).
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
    outgoing.end()
    return
  }
  outgoing.flushHeaders() // sends them, whatever happens to the body
  const readable = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  outgoing.once('close', () => readable.destroy())
  readable.pipe(outgoing)
  // Not `pipeline`, which would destroy the connection: with bytes of the client unread, what was sent is lost.
  readable.on('error', () => {
    if (!outgoing.writableEnded) incoming.socket.end()
  })
}
