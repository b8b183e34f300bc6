import type { Writable } from 'node:stream'

/** Maximum characters that wait for a reader. Further lines are left out. */
const MAX_WAITING_CHARS = 2 ** 20

/** A batch of this size is written at once. */
const BATCH_CHARS = 2 ** 16

/**
 * Writes the lines of one turn of the event loop in one batch, so that a line costs little and is never
 * late. If nobody reads them, keeps the first ones, and says how many others were left out.
 */
export class LineWriter {
  readonly #stream: Writable
  readonly #describeGap: (count: number) => string
  #batch = ''
  #isScheduled = false
  #omitted = 0
  #hasReader = true

  constructor(stream: Writable, describeGap: (count: number) => string) {
    this.#stream = stream
    this.#describeGap = describeGap
    stream.on('drain', () => this.flush())
    stream.on('error', () => {
      this.#hasReader = false // as in `| head -1`: no more lines, but the server goes on
      this.#batch = ''
    })
  }

  write(line: string): void {
    if (this.#omitted > 0 || this.#stream.writableLength + this.#batch.length > MAX_WAITING_CHARS) {
      this.#omitted++
      return
    }
    this.#batch += `${line}\n`
    if (this.#batch.length > BATCH_CHARS) this.flush()
    else if (!this.#isScheduled) {
      this.#isScheduled = true
      setImmediate(() => this.flush())
    }
  }

  /** Writes the batch, unless the stream still holds earlier text. */
  flush(): void {
    this.#isScheduled = false
    if (!this.#hasReader || this.#stream.writableNeedDrain) return
    if (this.#batch) this.#stream.write(this.#batch)
    this.#batch = ''
    if (this.#omitted === 0 || this.#stream.writableNeedDrain) return
    this.#stream.write(`${this.#describeGap(this.#omitted)}\n`)
    this.#omitted = 0
  }

  /** Resolves to true once everything is written, or to false if nobody reads it. */
  end(): Promise<boolean> {
    this.flush()
    return new Promise(resolve => {
      const giveUp = setTimeout(() => resolve(false), END_MS)
      this.#stream.write('', () => {
        clearTimeout(giveUp)
        resolve(true)
      })
    })
  }
}

const END_MS = 300
