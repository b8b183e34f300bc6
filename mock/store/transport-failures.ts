import type { Answer } from '../http/answer.ts'

/** Returns an answer with the first half of its text. */
export const halfOf = (answer: Answer): Answer => {
  const text = String(answer.body)
  return { ...answer, body: text.slice(0, text.length / 2) }
}

/** Returns an answer whose body breaks off halfway. */
export function cutShort(answer: Answer): Answer {
  const bytes = new TextEncoder().encode(String(answer.body))
  let isHalfSent = false
  // The error comes when the second half is read: earlier, msw 3 would drop the headers (`respondWith` in
  // https://github.com/mswjs/interceptors/blob/main/src/interceptors/http/source.ts), and a timer would not
  // fire where a test fakes the clock.
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isHalfSent) controller.error(new TypeError('The response was cut short'))
        else controller.enqueue(bytes.subarray(0, bytes.length / 2))
        isHalfSent = true
      },
    },
    { highWaterMark: 0 },
  )
  // Without the length, msw 3 takes the end of the stream for the end of the body (`isSelfDelimitingResponse`, there).
  return { ...answer, headers: { ...answer.headers, 'content-length': String(bytes.length) }, body }
}
