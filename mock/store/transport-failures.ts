import type { Answer } from '../http/answer.ts'

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
      controller.error(new TypeError('The response was cut short'))
    },
  })
  // Without the length, msw 3 takes the end of the stream for the end of the body.
  return { ...answer, headers: { ...answer.headers, 'content-length': String(bytes.length) }, body }
}
