const PIECE_CHARS = 65_536

/** A body that is written in pieces while it is read: the whole text might exceed the longest string. */
export function createTextStream(parts: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      let piece = ''
      for (let next = iterator.next(); !next.done; next = iterator.next()) {
        piece += next.value
        if (piece.length > PIECE_CHARS) return controller.enqueue(encoder.encode(piece))
      }
      if (piece) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
}
