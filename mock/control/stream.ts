/** Pieces of a body, each created when it is read. */
type Pieces = Pick<Iterator<Uint8Array> | AsyncIterator<Uint8Array>, 'next'>

/** workerd does not report that a reader has left, so the oldest body makes room for another. */
const MAX_STREAMS = 2_000

/** The bodies of a session that are being read: lists and event streams. */
export class Streams {
  /** Ends each of them. */
  readonly #open = new Set<() => void>()

  /**
   * Creates a body while it is read, piece by piece. A slow reader keeps one piece in memory, and a list may
   * be longer than the longest string.
   */
  open(pieces: Pieces, onEnd: () => void = () => {}): ReadableStream<Uint8Array> {
    const open = this.#open
    const [oldest] = open
    if (open.size >= MAX_STREAMS) oldest?.()
    let end = () => {}
    const forget = () => {
      open.delete(end)
      onEnd()
    }
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          end = () => {
            forget()
            controller.close()
          }
          open.add(end)
        },
        async pull(controller) {
          try {
            const { done, value } = await pieces.next()
            if (!open.has(end)) return
            if (done) end()
            else controller.enqueue(value)
          } catch (error) {
            forget()
            throw error
          }
        },
        cancel: forget,
      },
      { highWaterMark: 0 },
    )
  }

  /** Ends them all. A reader that never goes on would keep the session in memory. */
  close(): void {
    for (const end of this.#open) end()
  }
}

const UTF8 = new TextEncoder()

export const encode = (text: string): Uint8Array => UTF8.encode(text)
