import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, finished, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import {
  type Answer,
  answerWith,
  errorAnswer,
  faultAnswer,
  isNetworkError,
  NULL_BODY_STATUSES,
  type RequestHandler,
} from './answer.ts'
import { type StoreRequest, type Target, toTarget } from './request.ts'

/**
 * Answers a `node:http` request. Calls `sendContinue` before it reads the body: the client waits for it
 * (RFC 9110, section 10.1.1).
 */
export async function serve(
  handler: RequestHandler,
  basePath: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  sendContinue?: () => void,
): Promise<void> {
  const request = new NodeRequest(incoming, outgoing, basePath, sendContinue)
  // Browsers resend a request if a connection that they have used before is reset.
  if (request.headers.get('user-agent')?.startsWith('Mozilla/')) outgoing.shouldKeepAlive = false
  try {
    send(await answerWith(handler, request), incoming, outgoing)
  } catch (error) {
    if (isNetworkError(error)) incoming.socket.resetAndDestroy()
    else if (outgoing.headersSent || request.signal.aborted) incoming.socket.destroy()
    else send(faultAnswer(error), incoming, outgoing) // Node refused a header of the answer
  }
}

/** A `node:http` request as a `StoreRequest`. */
class NodeRequest implements StoreRequest {
  readonly method: string
  readonly url: string
  readonly target: Target
  readonly headers: ReadonlyMap<string, string>
  readonly isWithdrawn = false
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #sendContinue: (() => void) | undefined
  #disconnected: AbortController | undefined

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    basePath: string,
    sendContinue: (() => void) | undefined,
  ) {
    const { method = '', url = '/', socket } = incoming
    this.headers = joinHeaders(incoming.rawHeaders)
    const origin = `http://${this.headers.get('host') ?? `${socket.localAddress}:${socket.localPort}`}`
    this.method = method
    this.url = urlOf(url, origin)
    this.target = toTarget(pathOf(url), basePath)
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#sendContinue = sendContinue
  }

  get signal(): AbortSignal {
    if (!this.#disconnected) {
      const disconnected = new AbortController()
      this.#disconnected = disconnected
      const { socket } = this.#incoming
      const leave = () => disconnected.abort()
      // Until Node 24, a response that is queued behind another one does not close with the connection.
      if (socket.destroyed) leave()
      else socket.once('close', leave)
      this.#outgoing.once('finish', () => socket.off('close', leave))
    }
    return this.#disconnected.signal
  }

  readBody(limit: number): Promise<Uint8Array | undefined> {
    this.#sendContinue?.()
    return readStream(this.#incoming, limit)
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

function readStream(incoming: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return chunks.push(chunk)
      // The rest is read and dropped: closing the connection could cost the client the response.
      chunks.length = 0
      resolve(undefined)
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks.splice(0)))) // so that held requests keep none of it
    incoming.on('error', reject) // also when the connection closes before the end
  })
}

function send(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { status, statusText, headers, cookies, body } = answer
  const hasBody = !NULL_BODY_STATUSES.includes(status)
  outgoing.statusMessage = statusText ?? ''
  if (cookies) outgoing.setHeader('set-cookie', cookies)
  if (typeof body !== 'string') return void sendStream(answer, body, incoming, outgoing)

  const text = hasBody ? body : ''
  const length = hasBody && { 'content-length': Buffer.byteLength(text) }
  outgoing.writeHead(status, { ...length, ...headers })
  if (outgoing.shouldKeepAlive || incoming.complete) return void outgoing.end(text)
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
  // If the body fails or the client disconnects, the pipeline closes the connection.
  pipeline(readable, outgoing, () => {})
}

/** Answers bytes that are not an HTTP request. Node gives no response object for these. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const [status, statusText, message] = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP
  const { body, headers } = errorAnswer(status, message, { connection: 'close' })
  const lines = Object.entries({ ...headers, 'content-length': body.length })
  socket.end(
    `HTTP/1.1 ${status} ${statusText}\r\n${lines.map(line => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
  )
}

type ClientError = readonly [status: number, statusText: string, message: string]

const NOT_HTTP: ClientError = [400, 'Bad Request', 'This is not an HTTP request']

const CLIENT_ERRORS: Record<string, ClientError> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time'],
}
