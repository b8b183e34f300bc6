import { ignore } from './attempt.ts'

/** How much is read of a body: it may have no end, and no plant is that long. */
const MAX_CHARS = 10_000_000

/** What a chunk counts besides: very many small ones would keep timers from firing. */
const CHUNK_COST = 100

/** A body that is being read. */
interface Chunks {
  next(): PromiseLike<{ done?: boolean | undefined; value?: string | Uint8Array | undefined }>
  /** Says that the rest is not wanted. It never throws. */
  cancel(): void
}

/** Throws where something else is reading the body. Gives undefined where it is no stream. */
function openBody({ body }: Response): Chunks | undefined {
  // jest-environment-jsdom has no TextDecoder, and in React Native a body is no stream.
  const stream = typeof TextDecoder === 'function' ? Object(body) : {}
  const reader = stream.getReader?.()
  if (reader) return { next: () => reader.read(), cancel: () => ignore(() => reader.cancel()) }
  // A Node stream, as node-fetch and cross-fetch have them.
  const iterator = stream[Symbol.asyncIterator]?.()
  return iterator && { next: () => iterator.next(), cancel: () => destroy(stream) }
}

/** How many streams of a response are followed: those of a test double may have no end. */
const MAX_CLONES = 100

const followed = new WeakSet<object>()

/**
 * Follows the body of a response to the streams that `clone()` of node-fetch puts in its place. Nothing
 * listens to their errors, which would end the process, and no error of the first stream reaches them.
 */
export function followClones(response: Response): void {
  let left = MAX_CLONES
  const follow = () =>
    ignore(() => {
      const stream = Object(response.body)
      if (!stream.on || followed.has(stream) || left-- === 0) return
      followed.add(stream)
      const forward = () => response.body !== stream && destroy(response.body)
      ignore(() => stream.on('error', () => ignore(forward)))
      // clone() adds listeners to a stream before it replaces it.
      ignore(() => stream.on('newListener', () => Promise.resolve().then(follow)))
    })
  follow()
}

/** Ends a Node stream. It never throws, and no error of the stream ends the process. */
function destroy(stream: object | null): void {
  ignore(() => Object(stream).on('error', () => {}))
  ignore(() => Object(stream).destroy())
}

/** The text of a body, as far as it is read: not without limit, and not once the signal has fired. */
export async function readBody(response: Response, signal: AbortSignal): Promise<string> {
  const chunks = openBody(response)
  // Test doubles often have `json()` alone.
  if (!chunks)
    return response.text
      ? String(await response.text())
      : `${JSON.stringify(await response.json())}`

  signal.addEventListener('abort', chunks.cancel)
  const decoder = new TextDecoder()
  let text = ''
  for (let budget = MAX_CHARS; budget > 0; ) {
    const { done, value } = await chunks.next()
    if (signal.aborted) break
    if (done) return text + decoder.decode()
    const chunk = typeof value === 'string' ? value : decoder.decode(value, { stream: true })
    text += chunk
    budget -= chunk.length + CHUNK_COST
  }
  chunks.cancel()
  if (signal.aborted) throw signal.reason
  return text
}

/** Says that a body is not wanted, unless something is reading it. It never throws. */
export const cancelBody = (response: Response | undefined): void =>
  ignore(() => response && openBody(response)?.cancel())
