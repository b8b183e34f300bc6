import { keepAlive } from './keep-alive.ts'
import type { StoreRequest } from './request.ts'
import { handle, NULL_BODY_STATUSES, type RequestHandler, type StoreResponse } from './response.ts'
import { type Target, toStoreTarget } from './target.ts'

/** A standard fetch handler: Workers, Bun, Deno and Hono take one, and a client takes it as `fetch`. */
export type FetchHandler = (
  this: void,
  input: Request | string | URL,
  init?: RequestInit,
) => Promise<Response>

/** The transport of standard `Request` and `Response` objects. */
export function toFetchHandler(
  handler: RequestHandler,
  readTarget: (path: string) => Target = toStoreTarget,
): FetchHandler {
  return async (input, init) => {
    const request = toRequest(input, init)
    throwIfAborted(request) // as fetch does, which then sends nothing
    const response = await handle(handler, new FetchRequest(request, readTarget))
    await dropBody(request)
    throwIfAborted(request)
    return toResponse(response, request)
  }
}

/** React Native's signals have no method for it. */
function throwIfAborted({ signal }: Request): void {
  if (signal?.aborted) throw signal.reason
}

function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (!isRequest(input)) return new Request(input, init)
  // A Request of another realm cannot be copied.
  return isInit(init) && input instanceof Request ? new Request(input, init) : input
}

/**
 * Whether it is a client's init, and not what a server passes after a Request: Workers their environment,
 * Deno and Bun what they know of the connection. `method` and `body` do not tell, since the variables of an
 * environment are strings of any name.
 */
function isInit(value: unknown): value is RequestInit {
  if (typeof value !== 'object' || value === null) return false
  const hasSignal = 'signal' in value && value.signal instanceof AbortSignal
  return hasSignal || ('headers' in value && isHeaders(value.headers))
}

/** Whether it is a `HeadersInit`: pairs, or an object of strings. */
function isHeaders(value: unknown): value is HeadersInit {
  if (typeof value !== 'object' || value === null) return false
  if (Symbol.iterator in value) return true
  const values = Object.values(value)
  return values.length > 0 && values.every(each => typeof each === 'string')
}

/** By its shape: a Request may be of another realm. */
const isRequest = (input: Request | string | URL): input is Request =>
  typeof input === 'object' && 'headers' in input

/** A `Request` as a `StoreRequest`. */
class FetchRequest implements StoreRequest {
  readonly method: string
  readonly session: string | undefined
  readonly path: string
  readonly isOperation: boolean
  readonly operationPath: string | undefined
  readonly url: string
  readonly headers: Headers
  readonly #request: Request

  constructor(request: Request, readTarget: (path: string) => Target) {
    const { session, path, isOperation, operationPath } = readTarget(new URL(request.url).pathname)
    this.method = request.method
    this.session = session
    this.path = path
    this.isOperation = isOperation
    this.operationPath = operationPath
    this.url = request.url
    this.headers = request.headers
    this.#request = request
  }

  get headerChars(): number {
    let chars = 0
    for (const [name, value] of this.headers) chars += name.length + value.length
    return chars
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  get isWithdrawn(): boolean {
    return this.#request.signal?.aborted === true
  }

  header(name: string): string | null {
    return this.headers.get(name)
  }

  async readBody(limit: number): Promise<Uint8Array | undefined> {
    const { body } = this.#request
    if (body) return await readStream(body, limit)
    // Not every browser streams a request's body.
    const bytes = new Uint8Array(await this.#request.arrayBuffer())
    return bytes.length > limit ? undefined : bytes
  }
}

/**
 * Reads a body that nobody has read. A server may close the connection where part of a request is
 * left, as workerd does, and a client that sends its next request at that moment loses it.
 */
async function dropBody({ body }: Request): Promise<void> {
  if (body && !body.locked) await readStream(body, MAX_DROPPED_BYTES).catch(() => undefined)
}

/** What a server reads of a body that is not wanted, before it rather closes the connection. */
const MAX_DROPPED_BYTES = 2 ** 20

async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, length)
    chunks.push(value)
    length += value.length
    if (length <= limit) continue
    reader.cancel().catch(() => {})
    return undefined
  }
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** A `StoreResponse` as a `Response`; a transport failure looks as it does to a caller of `fetch`. */
function toResponse(response: StoreResponse, request: Request): Response | Promise<Response> {
  const { status, statusText = '', headers, cookies = [], body, transportFailure } = response
  if (transportFailure === 'network-error') throw new TypeError('Network error on command')
  if (transportFailure === 'no-answer')
    return keepAlive(untilAborted(request.signal), MAX_SILENCE_MS)
  if (transportFailure === 'cut-short') return cutShort(status, headers, String(body))
  const hasNoBody = request.method === 'HEAD' || NULL_BODY_STATUSES.includes(status)
  if (hasNoBody && typeof body !== 'string') body.cancel().catch(() => {})
  const result = new Response(hasNoBody ? null : body, { status, statusText, headers })
  for (const cookie of cookies) result.headers.append('set-cookie', cookie)
  return result
}

/** workerd often does not tell that a client has left: those requests must not add up. */
const MAX_SILENCE_MS = 600_000

/** Settles only when the caller gives up. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** Half of the body, then an error. */
function cutShort(status: number, headers: StoreResponse['headers'], body: string): Response {
  const bytes = new TextEncoder().encode(body)
  const half = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length / 2))
    },
    async pull(controller) {
      await new Promise(resolve => setTimeout(resolve)) // an immediate error makes msw 3 drop the headers
      controller.error(new TypeError('The response was cut short on command'))
    },
  })
  // Without the length, msw 3 takes the end of the stream for the end of the body.
  const length = String(bytes.length)
  return new Response(half, { status, headers: { ...headers, 'content-length': length } })
}
