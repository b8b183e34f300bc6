import { attempt } from './attempt.ts'

/** How much is read of a body: it may have no end, and no plant is that long. */
const MAX_CHARS = 10_000_000

/** Reads the body of a response once. */
export interface BodyReader {
  /** Its text, not without limit. */
  text(): Promise<string>
  /** Says that the rest is not wanted. It never throws. */
  cancel(): void
}

/** Throws where something else is reading the body. */
export function openBody(response: Response): BodyReader {
  // jest-environment-jsdom has no TextDecoder, and in React Native a body is no stream.
  const chunks = typeof TextDecoder === 'function' ? openChunks(response.body) : undefined
  const cancel = () => {
    const cancelled = async () => chunks?.cancel()
    cancelled().catch(() => {})
  }
  return {
    cancel,
    async text() {
      if (!chunks) return readWhole(response)
      const decoder = new TextDecoder()
      let text = ''
      // Each chunk costs one, so that a stream of empty chunks ends too.
      for (let budget = MAX_CHARS; budget > 0; budget--) {
        const { done, value } = await chunks.next()
        if (done) return text + decoder.decode()
        const chunk = typeof value === 'string' ? value : decoder.decode(value, { stream: true })
        text += chunk
        budget -= chunk.length
      }
      cancel()
      return text
    },
  }
}

/** Says that a body is not wanted, unless something is reading it. It never throws. */
export const cancelBody = (response: Response): void => attempt(() => openBody(response).cancel())

interface Chunks {
  next(): PromiseLike<{ done?: boolean | undefined; value?: string | Uint8Array | undefined }>
  cancel(): unknown
}

function openChunks(body: unknown): Chunks | undefined {
  const stream = Object(body)
  if (stream.getReader) {
    const reader = stream.getReader()
    return { next: () => reader.read(), cancel: () => reader.cancel() }
  }
  // A Node stream, as node-fetch and cross-fetch have them.
  const iterator = stream[Symbol.asyncIterator]?.()
  return iterator && { next: () => iterator.next(), cancel: () => stream.destroy() }
}

/** Test doubles often have `json()` alone. */
const readWhole = async (response: Response): Promise<string> =>
  response.text ? String(await response.text()) : JSON.stringify(await response.json())
