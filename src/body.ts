import { unlessItThrows } from './unless-it-throws.ts'

/** Maximum characters to read. A body may be endless, and no plant is that long. */
const MAX_CHARS = 10_000_000

/** Extra cost of each chunk, because countless tiny chunks would keep timers from firing. */
const CHUNK_COST = 100

/** A body that is being read. */
interface Chunks {
  next(): PromiseLike<{ done?: boolean | undefined; value?: string | Uint8Array | undefined }>
  /** Cancels the rest. */
  cancel(): void
}

/** Throws if something else is reading the body. Returns undefined if it is not a stream. */
function openBody({ body }: Response): Chunks | undefined {
  // React Native's bodies are not streams: https://github.com/facebook/react-native/issues/27741.
  const stream = decodesParts() ? Object(body) : {}
  const reader = stream.getReader?.()
  if (reader)
    return { next: () => reader.read(), cancel: () => ignoreOutcome(() => reader.cancel()) }
  // A Node stream, as in node-fetch and cross-fetch.
  const iterator = stream[Symbol.asyncIterator]?.()
  if (!iterator) return undefined
  return { next: () => iterator.next(), cancel: () => ignoreOutcome(() => stream.destroy()) }
}

/**
 * jest-environment-jsdom has no TextDecoder, and polyfills refuse the option `stream` or ignore it, so that a character
 * over two chunks is lost. https://github.com/jestjs/jest/issues/10431
 * https://github.com/samthor/fast-text-encoding/issues/24
 */
const decodesParts = (): boolean =>
  unlessItThrows(() => new TextDecoder().decode(Uint8Array.of(0xc3), { stream: true })) === ''

function ignoreOutcome(call: () => unknown): void {
  new Promise(resolve => resolve(call())).catch(() => {})
}

/**
 * Unhandled errors of a Node stream end the process, and node-fetch may emit one at any time.
 * https://github.com/node-fetch/node-fetch/blob/v3.3.2/src/index.js#L80
 * The body of the runtime's own Response is not one, and SvelteKit's is used once it was looked at.
 * https://github.com/sveltejs/kit/pull/11473
 */
export function ignoreStreamErrors(response: Response): void {
  const { Response: Own } = globalThis
  if (!Own || !(response instanceof Own))
    ignoreOutcome(() => Object(response.body).on?.('error', () => {}))
}

/** Reads the text of a body, up to the limit. Throws the signal's reason if the signal fires. */
export async function readBody(response: Response, controller: AbortController): Promise<string> {
  const { signal } = controller
  const chunks = openBody(response)
  // Test doubles often have only `json()`.
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
  controller.abort() // node-fetch 2 closes a connection only on its signal
  return text
}

/** Cancels a body, unless something is reading it. It never throws. */
export const cancelBody = (response: Response): void =>
  ignoreOutcome(() => openBody(response)?.cancel())
