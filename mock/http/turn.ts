/** So many bytes of bodies are read in one turn of the event loop: one long body, or several short ones. */
const BYTES_A_TURN = 2 ** 16

/** A shorter body takes no longer to read than the rest of its request, and does not wait. */
const SHORT_BYTES = 2 ** 10

let left = BYTES_A_TURN
let isTurnEnding = false
const waiting: { bytes: number; read: () => void }[] = []

/**
 * Resolves in the turn of the event loop in which a body of that length is to be read. Bodies that arrive together
 * would hold up everything else otherwise.
 */
export function untilTurn(bytes: number): Promise<void> | undefined {
  if (bytes < SHORT_BYTES) return undefined
  if (!isTurnEnding) setImmediate(beginTurn)
  isTurnEnding = true
  if (left <= 0) return new Promise(read => waiting.push({ bytes, read }))
  left -= bytes
  return undefined
}

function beginTurn(): void {
  left = BYTES_A_TURN
  isTurnEnding = waiting.length > 0
  if (isTurnEnding) setImmediate(beginTurn)
  while (left > 0) {
    const next = waiting.shift()
    if (!next) return
    left -= next.bytes
    next.read()
  }
}
