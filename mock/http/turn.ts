import { setImmediate } from 'node:timers'

/** Not the global, which jsdom lacks in Jest. Kept, because fake timers replace it in the module too. */
const inNextTurn = setImmediate

/** So many bytes of bodies are read in one turn of the event loop: one long body, or several short ones. */
const READ_A_TURN = 2 ** 16

/** A shorter body takes no longer to read than the rest of its request, and does not wait. */
const SHORT_BYTES = 2 ** 10

/** So many bytes of bodies are received in one turn: copying them takes far less time than reading them. */
const RECEIVED_A_TURN = 2 ** 20

/** What is done in one turn of the event loop, up to a number of bytes. The rest waits for the next turns. */
class Turns {
  readonly #bytesATurn: number
  #left: number
  #isEnding = false
  readonly #waiting: { bytes: number; begin: () => void }[] = []

  constructor(bytesATurn: number) {
    this.#bytesATurn = bytesATurn
    this.#left = bytesATurn
  }

  /** Resolves in the turn in which that many bytes are to be dealt with. Undefined if it is this one. */
  until(bytes: number): Promise<void> | undefined {
    if (!this.#isEnding) inNextTurn(this.#beginNext)
    this.#isEnding = true
    if (this.#left <= 0) return new Promise(begin => this.#waiting.push({ bytes, begin }))
    this.#left -= bytes
    return undefined
  }

  readonly #beginNext = (): void => {
    this.#left = this.#bytesATurn
    this.#isEnding = this.#waiting.length > 0
    if (this.#isEnding) inNextTurn(this.#beginNext)
    while (this.#left > 0) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#left -= next.bytes
      next.begin()
    }
  }
}

const reading = new Turns(READ_A_TURN)
const receiving = new Turns(RECEIVED_A_TURN)

/**
 * Resolves in the turn of the event loop in which a body of that length is to be read. Bodies that arrive together
 * would hold up everything else otherwise.
 */
export const untilRead = (bytes: number): Promise<void> | undefined =>
  bytes < SHORT_BYTES ? undefined : reading.until(bytes)

/** Resolves in the turn in which more of a body is to be received, after a part of that length. */
export const untilReceived = (bytes: number): Promise<void> | undefined => receiving.until(bytes)
