import { type Answer, answerWith, NULL_BODY_STATUSES, type RequestHandler } from './answer.ts'
import { type StoreRequest, type Target, toStoreTarget } from './request.ts'

/** A standard fetch handler: Workers, Bun, Deno and Hono take one, and a client takes it as `fetch`. */
export type FetchHandler = (
  this: void,
  input: Request | string | URL,
  init?: RequestInit,
) => Promise<Response>

/** Creates a fetch handler from a request handler. */
export function toFetchHandler(
  handler: RequestHandler,
  readTarget: (path: string) => Target = toStoreTarget,
): FetchHandler {
  return async (input, init) => {
    const request = toRequest(input, init)
    throwIfAborted(request) // like fetch, which then sends nothing
    if (request.bodyUsed)
      throw new TypeError('The body of this Request was read before: pass a clone')
    try {
      const answer = await answerWith(handler, new FetchRequest(request, readTarget))
      await dropBody(request)
      return toResponse(answer, request)
    } finally {
      throwIfAborted(request) // a caller that has aborted gets its reason, whatever the outcome
    }
  }
}

/** React Native's signals lack the method `throwIfAborted`. */
function throwIfAborted({ signal }: Request): void {
  if (signal?.aborted) throw signal.reason
}

/** Ignores the second argument after a `Request`: Workers, Bun and Deno pass other things there. */
const toRequest = (input: Request | string | URL, init: RequestInit | undefined): Request =>
  isRequest(input) ? input : new Request(input, init)

/** Checks the shape, because a Request may come from another realm. */
const isRequest = (input: Request | string | URL): input is Request =>
  typeof input === 'object' && 'headers' in input

/** A `Request` as a `StoreRequest`. */
class FetchRequest implements StoreRequest {
  readonly method: string
  readonly url: string
  readonly target: Target
  readonly headers: ReadonlyMap<string, string>
  readonly signal: AbortSignal
  readonly #request: Request

  constructor(request: Request, readTarget: (path: string) => Target) {
    this.method = request.method
    this.url = request.url
    this.target = readTarget(new URL(request.url).pathname)
    this.headers = new Map(request.headers)
    this.signal = request.signal ?? new AbortController().signal // React Native has none
    this.#request = request
  }

  get isWithdrawn(): boolean {
    return this.signal.aborted
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
 * Reads a body that nobody has read. A server such as workerd may close the connection if part of a request
 * is left, and the client's next request is lost if sent at that moment.
 */
async function dropBody({ body }: Request): Promise<void> {
  if (body && !body.locked) await readStream(body, MAX_DROPPED_BYTES).catch(() => undefined)
}

/** Maximum bytes to read of an unwanted body, before closing the connection instead. */
const MAX_DROPPED_BYTES = 2 ** 20

/** Resolves to undefined if there are more bytes than `limit`. */
export async function readStream(
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

function toResponse({ status, statusText = '', ...answer }: Answer, { method }: Request): Response {
  const { headers, cookies = [], body } = answer
  const hasNoBody = method === 'HEAD' || NULL_BODY_STATUSES.includes(status)
  if (hasNoBody && typeof body !== 'string') body.cancel().catch(() => {})
  const response = new Response(hasNoBody ? null : body, { status, statusText, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
