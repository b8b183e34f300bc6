/** How much is read of a body: it may have no end, and no plant is that long. */
const MAX_CHARS = 10_000_000

/** What each chunk counts in addition: very many small chunks would keep timers from firing. */
const CHUNK_COST = 100

/** A body that is being read. */
interface Chunks {
  next(): PromiseLike<{ done?: boolean | undefined; value?: string | Uint8Array | undefined }>
  /** Says that the rest is not wanted. */
  cancel(): void
}

/** Throws where something else is reading the body. Returns undefined where it is no stream. */
function openBody({ body }: Response): Chunks | undefined {
  // jest-environment-jsdom has no TextDecoder, and in React Native a body is no stream.
  const stream = typeof TextDecoder === 'function' ? Object(body) : {}
  const reader = stream.getReader?.()
  if (reader) return { next: () => reader.read(), cancel: () => settle(() => reader.cancel()) }
  // A Node stream, as in node-fetch and cross-fetch.
  const iterator = stream[Symbol.asyncIterator]?.()
  if (!iterator) return undefined
  const cancel = () => {
    ignoreStreamErrors({ body: stream })
    settle(() => stream.destroy())
  }
  return { next: () => iterator.next(), cancel }
}

/** Calls a function whose outcome does not matter. */
function settle(call: () => unknown): void {
  new Promise(resolve => resolve(call())).catch(() => {})
}

/** The errors of a Node stream end the process unless someone listens. node-fetch emits some at any time. */
export const ignoreStreamErrors = ({ body }: Pick<Response, 'body'>): void =>
  settle(() => Object(body).on?.('error', () => {}))

/** The text of a body, as far as it is read: not without limit, and not once the signal has fired. */
export async function readBody(response: Response, controller: AbortController): Promise<string> {
  const { signal } = controller
  const chunks = openBody(response)
  // Test doubles often have `json()` alone.
  if (!chunks)
    return response.text
      ? String(await response.text())
      : `${JSON.stringify(await response.json())}`

  signal.addEventListener('abort', chunks.cancel)
  if (signal.aborted) chunks.cancel()
  const decoder = new TextDecoder()
  let text = ''
  for (let budget = MAX_CHARS; budget > 0; ) {
    const { done, value } = await chunks.next()
    if (signal.aborted) throw signal.reason
    if (done) return text + decoder.decode()
    const chunk = typeof value === 'string' ? value : decoder.decode(value, { stream: true })
    text += chunk
    budget -= chunk.length + CHUNK_COST
  }
  controller.abort() // of the rest: node-fetch 2 ends a connection only by its signal
  return text
}

/** Says that a body is not wanted, unless something is reading it. It never throws. */
export const cancelBody = (response: Response): void => settle(() => openBody(response)?.cancel())
