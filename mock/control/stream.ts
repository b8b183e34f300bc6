/**
 * Creates a body while it is read, piece by piece. A slow reader keeps one piece in memory, and a list may
 * be longer than the longest string.
 */
export function toStream(
  pieces: Pick<Iterator<Uint8Array> | AsyncIterator<Uint8Array>, 'next'>,
  onCancel: () => void = () => {},
): ReadableStream<Uint8Array> {
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (isCancelled) return
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        isCancelled = true
        onCancel()
      },
    },
    { highWaterMark: 0 },
  )
}

const UTF8 = new TextEncoder()

export const encode = (text: string): Uint8Array => UTF8.encode(text)
