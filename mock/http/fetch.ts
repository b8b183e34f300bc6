import {
  type Answer,
  faultAnswer,
  isNetworkError,
  NetworkError,
  type RequestHandler,
} from './answer.ts'
import { withCors } from './cors.ts'
import { NULL_BODY_STATUSES } from './null-body.ts'
import { LEFT, type RequestTarget, type StoreRequest, toStoreTarget } from './request.ts'

/** A standard fetch handler: Workers, Bun, Deno and Hono take one, and a client takes it as `fetch`. */
export type FetchHandler = (
  this: void,
  input: Request | string | URL,
  init?: RequestInit,
) => Promise<Response>

export function toFetchHandler(
  handler: RequestHandler,
  readTarget: (path: string) => RequestTarget = toStoreTarget,
): FetchHandler {
  return async (input, init) => {
    const request = toRequest(input, init)
    throwIfAborted(request) // like fetch, which then sends nothing
    if (request.bodyUsed)
      throw new TypeError('The body of this Request was read before: pass a clone')
    const received = new FetchRequest(request, readTarget)
    try {
      const answer = await handler(received)
      drainBody(request)
      return toResponse(answer, request)
    } catch (error) {
      if (isNetworkError(error)) throw error
      return toResponse(withCors(faultAnswer(error), received), request)
    } finally {
      throwIfAborted(request) // a caller that has aborted gets its reason, whatever the outcome
    }
  }
}

/**
 * React Native's signals lack the method `throwIfAborted`: https://github.com/facebook/react-native/issues/50015
 */
function throwIfAborted({ signal }: Request): void {
  if (signal?.aborted) throw signal.reason
}

/** Ignores the second argument after a `Request`: Workers, Bun and Deno pass other things there. */
const toRequest = (input: Request | string | URL, init: RequestInit | undefined): Request =>
  isRequest(input) ? input : new Request(input, init)

/** Checks the shape, because a Request may come from another realm. */
const isRequest = (input: Request | string | URL): input is Request =>
  typeof input === 'object' && 'headers' in input

class FetchRequest implements StoreRequest {
  readonly method: string
  readonly url: string
  readonly target: RequestTarget
  readonly isHosted: boolean
  readonly headers: ReadonlyMap<string, string>
  readonly signal: AbortSignal
  readonly #request: Request

  constructor(request: Request, readTarget: (path: string) => RequestTarget) {
    this.method = request.method
    this.url = request.url
    this.target = readTarget(new URL(request.url).pathname)
    this.headers = new Map(request.headers)
    this.isHosted = this.headers.has('host') // only a server can set it
    // The Request of whatwg-fetch 3.6.2 and before, of an older React Native, has none; that of 3.6.17 has one:
    // https://github.com/JakeChampion/fetch/blob/v3.6.17/fetch.js#L384
    this.signal = request.signal ?? new AbortController().signal
    this.#request = request
  }

  get disconnectReason(): string | undefined {
    return this.signal.aborted ? LEFT.beforeResponse : undefined
  }

  get rawHeaders(): string[] {
    return [...this.headers].flat()
  }

  get headerCount(): number {
    return this.headers.size
  }

  async readBody(take: (chunk: Uint8Array) => boolean): Promise<void> {
    const { body } = this.#request
    if (body) await readStream(body, take, this.signal)
    // Firefox does not stream a request's body: https://bugzilla.mozilla.org/show_bug.cgi?id=1387483
    else take(new Uint8Array(await this.#request.arrayBuffer()))
  }
}

/**
 * Reads a body that nobody has read, which may never end. A server such as workerd may close the connection if
 * part of a request is left (https://github.com/cloudflare/workerd/issues/1741), and the client's next request is
 * lost if sent at that moment.
 */
function drainBody({ body, signal }: Request): void {
  let bytes = 0
  const isShort = ({ length }: Uint8Array) => {
    bytes += length || 1
    return bytes <= MAX_DRAINED_BYTES
  }
  if (body && !body.locked) readStream(body, isShort, signal).catch(() => {})
}

/** Maximum bytes to read of an unwanted body, before closing the connection instead. */
const MAX_DRAINED_BYTES = 2 ** 20

/** Passes the chunks to `take` until it returns false. Rejects as soon as the client leaves. */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  const reader = stream.getReader()
  const stop = () => void reader.cancel().catch(() => {}) // ends a read that is waiting, too
  signal?.addEventListener('abort', stop)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (signal?.aborted) throw new NetworkError(LEFT.inBody)
      if (done) return
      if (!isBytes(value)) throw new NetworkError('The body must be a stream of Uint8Array')
      if (!take(value)) return
    }
  } finally {
    stop()
    signal?.removeEventListener('abort', stop)
  }
}

/** Checks the name, because the chunk may come from another realm. */
const isBytes = (chunk: unknown): chunk is Uint8Array =>
  Object.prototype.toString.call(chunk) === '[object Uint8Array]'

/** A status text and cookies come from msw handlers alone, which only a server has. */
function toResponse({ status, headers, body }: Answer, { method, url }: Request): Response {
  const hasNoBody = method === 'HEAD' || NULL_BODY_STATUSES.includes(status)
  if (hasNoBody && typeof body !== 'string') body.cancel().catch(() => {})
  return withUrl(new Response(hasNoBody ? null : body, { status, headers }), url)
}

/** A `Response` has the URL of the request, without its fragment (Fetch, section 2.2.6), and so has a clone. */
function withUrl(response: Response, url: string): Response {
  return Object.defineProperties(response, {
    url: { value: url.replace(/#.*/s, ''), configurable: true },
    clone: {
      value: () => withUrl(Response.prototype.clone.call(response), url),
      configurable: true,
    },
  })
}
