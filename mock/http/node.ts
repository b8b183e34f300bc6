import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { SentHeaders, StoreRequest } from './request.ts'
import { errorResponse, NULL_BODY_STATUSES, type StoreResponse } from './response.ts'
import { toTarget } from './target.ts'

/** A node:http request as a `StoreRequest`. */
export class NodeRequest implements StoreRequest {
  readonly method: string
  readonly session: string | undefined
  readonly path: string
  readonly isOperation: boolean
  readonly operationPath: string | undefined
  readonly url: string
  readonly headers: RawHeaders
  readonly isWithdrawn = false
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #sendContinue: (() => void) | undefined
  #disconnected: AbortController | undefined

  /** `sendContinue` is called before the body is read (RFC 9110, section 10.1.1). */
  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    basePath: string,
    sendContinue?: () => void,
  ) {
    const { headers, method = '', rawHeaders, socket } = incoming
    const sent = incoming.url ?? '/'
    const { session, path, isOperation, operationPath } = toTarget(pathOf(sent), basePath)
    const origin = `http://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`
    this.method = method
    this.session = session
    this.path = path
    this.isOperation = isOperation
    this.operationPath = operationPath
    this.url = urlOf(sent, origin)
    this.headers = new RawHeaders(rawHeaders)
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#sendContinue = sendContinue
  }

  get headerChars(): number {
    return this.headers.chars
  }

  get signal(): AbortSignal {
    if (!this.#disconnected) {
      const disconnected = new AbortController()
      this.#disconnected = disconnected
      const outgoing = this.#outgoing
      const onClose = () => {
        if (!outgoing.writableFinished) disconnected.abort()
      }
      if (outgoing.closed) onClose()
      else outgoing.once('close', onClose)
    }
    return this.#disconnected.signal
  }

  header(name: string): string | null {
    // Most headers that are looked for are absent, which Node's own object says at once.
    return name in this.#incoming.headers ? this.headers.joined(name) : null
  }

  readBody(limit: number): Promise<Uint8Array | undefined> {
    this.#sendContinue?.()
    return readStream(this.#incoming, limit)
  }
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

/**
 * Headers as Node lists them: name, value, name, value. Its own object of them keeps only the first of
 * some that are repeated, such as Authorization, so that two would look like one.
 */
class RawHeaders implements SentHeaders {
  readonly #list: string[]

  constructor(list: string[]) {
    this.#list = list
  }

  reuse(kept: SentHeaders): SentHeaders {
    if (kept === this || !(kept instanceof RawHeaders)) return this
    const own = this.#list
    const others = kept.#list
    let isEqual = own.length === others.length
    for (let index = 0; index < own.length; index++) {
      const other = others[index]
      if (other !== undefined && own[index] === other) own[index] = other
      else isEqual = false
    }
    return isEqual ? kept : this
  }

  *[Symbol.iterator](): Iterator<[name: string, value: string]> {
    for (let index = 0; index < this.#list.length; index += 2)
      yield [this.#list[index] ?? '', this.#list[index + 1] ?? '']
  }

  get chars(): number {
    let chars = 0
    for (const text of this.#list) chars += text.length
    return chars
  }

  joined(name: string): string | null {
    const list = this.#list
    let joined: string | null = null
    for (let index = 0; index < list.length; index += 2) {
      const key = list[index] ?? ''
      if (key.length !== name.length || key.toLowerCase() !== name) continue
      const value = list[index + 1] ?? ''
      joined = joined === null ? value : `${joined}, ${value}`
    }
    return joined
  }
}

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
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    incoming.on('error', reject) // also when the connection closes before the end
  })
}

/** Sends a response over a socket; a transport failure happens there too. */
export function sendResponse(
  response: StoreResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { status, statusText, headers, cookies, body, transportFailure } = response
  if (transportFailure === 'no-answer') return
  if (transportFailure === 'network-error') return void incoming.socket.resetAndDestroy()
  if (statusText) outgoing.statusMessage = statusText
  if (cookies) outgoing.setHeader('set-cookie', cookies)
  if (NULL_BODY_STATUSES.includes(status)) return void outgoing.writeHead(status, headers).end()
  if (typeof body !== 'string') return void sendStream(response, body, incoming, outgoing)

  const length = Buffer.byteLength(body)
  outgoing.writeHead(status, { 'content-length': length, ...headers })
  if (transportFailure === 'cut-short')
    outgoing.write(body.slice(0, body.length / 2), () => incoming.socket.destroy())
  else if (outgoing.shouldKeepAlive || incoming.complete) outgoing.end(body)
  else sendWithDelayedClose(body, incoming, outgoing)
}

/**
 * Closing a connection on which the client is still sending could cost it the response (RFC 9112,
 * section 9.6). So the rest of the request is read and dropped first, for a while.
 */
function sendWithDelayedClose(
  body: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const end = () => {
    clearTimeout(timer)
    outgoing.end()
  }
  const timer = setTimeout(end, MAX_DELAY_MS)
  incoming.once('end', end).once('close', end).resume()
  outgoing.write(body)
}

const MAX_DELAY_MS = 30_000

function sendStream(
  { status, headers }: StoreResponse,
  body: ReadableStream<Uint8Array>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(status, headers)
  if (incoming.method === 'HEAD') {
    body.cancel().catch(() => {})
    return void outgoing.end()
  }
  outgoing.flushHeaders() // they are sent whatever happens to the body
  const readable = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  // If the body fails or the client disconnects, the pipeline closes the connection.
  pipeline(readable, outgoing, () => {})
}

/** Answers bytes that are not an HTTP request. Node gives no response object for these. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const [status, statusText, message] = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP
  const { body, headers } = errorResponse(status, message, { connection: 'close' })
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
