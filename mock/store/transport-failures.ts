import { type Answer, NetworkError, untilClientLeaves } from '../http/answer.ts'
import { keepAlive } from '../http/keep-alive.ts'
import type { Failure } from './failures.ts'

/** Returns whether the client gets no response at all. */
export const isSilent = (failure: Failure | undefined): boolean =>
  failure === 'network-error' || failure === 'no-answer'

/** Resets the connection, or keeps the client waiting until it leaves. */
export async function failSilently(
  failure: Failure | undefined,
  signal: AbortSignal,
): Promise<never> {
  if (failure === 'network-error') throw new NetworkError('Network error on command')
  return await keepAlive(untilClientLeaves(signal, 'No answer on command'), MAX_SILENCE_MS)
}

/** workerd often does not report that a client has left, and those requests must not pile up. */
const MAX_SILENCE_MS = 600_000

/** Returns an answer with the first half of its text. */
export const halfOf = (answer: Answer): Answer => {
  const text = String(answer.body)
  return { ...answer, body: text.slice(0, text.length / 2) }
}

/** Returns an answer whose body breaks off halfway. */
export function cutShort(answer: Answer): Answer {
  const bytes = new TextEncoder().encode(String(answer.body))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length / 2))
    },
    async pull(controller) {
      await new Promise(resolve => setTimeout(resolve)) // an immediate error makes msw 3 drop the headers
      controller.error(new TypeError('The response was cut short on command'))
    },
  })
  // Without the length, msw 3 takes the end of the stream for the end of the body.
  return { ...answer, headers: { ...answer.headers, 'content-length': String(bytes.length) }, body }
}
