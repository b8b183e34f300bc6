import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { FileOutput } from './file-output.ts'

/** Maximum characters that wait for a reader. Further lines are left out. */
const MAX_WAITING_CHARS = 2 ** 20

/** A batch of this size is written at once. */
const BATCH_CHARS = 2 ** 16

/**
 * Writes the lines of one turn of the event loop in one batch, so that a line costs little and is never
 * late. If nobody reads them, keeps the first ones, and says how many others were left out. If a file cannot take them,
 * warns once, and goes on when it can.
 */
export class LineWriter {
  readonly #stream: Writable
  /** Undefined for a pipe or a terminal. */
  readonly #file: FileOutput | undefined
  readonly #messages: LineMessages
  #batch = ''
  #isScheduled = false
  #omitted = 0
  #hasReader = true
  #isFailing = false

  constructor(stream: Writable & { readonly fd?: number }, messages: LineMessages) {
    this.#stream = stream
    this.#messages = messages
    const isFile = !(stream instanceof Socket) && stream.fd !== undefined
    this.#file = isFile ? new FileOutput(stream.fd) : undefined
    stream.on('drain', () => this.flush())
    stream.on('error', () => {
      this.#hasReader = false // as in `| head -1`: no more lines, but the server goes on
      this.#batch = ''
    })
  }

  write(line: string): void {
    if (this.#omitted > 0 || this.#stream.writableLength + this.#batch.length > MAX_WAITING_CHARS) {
      this.#omitted++
    } else this.#batch += `${line}\n`
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
    if (this.#batch) this.#omitted += this.#send(this.#batch)
    this.#batch = ''
    if (this.#omitted === 0 || this.#stream.writableNeedDrain) return
    const gap = this.#messages.omitted(this.#omitted, this.#isFailing)
    if (this.#send(`${gap}\n`) > 0) return
    this.#omitted = 0
    this.#isFailing = false
  }

  /** Returns how many of the lines were lost. */
  #send(lines: string): number {
    if (!this.#file) {
      this.#stream.write(lines)
      return 0
    }
    const { lost, reason } = this.#file.write(lines)
    if (reason !== undefined && !this.#isFailing) {
      this.#isFailing = true
      this.#messages.failing(reason)
    }
    return lost
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

/** What is said of lines that are missing. */
export interface LineMessages {
  /** Returns the line in their place. Either nobody read them, or a file could not take them. */
  omitted(count: number, isFailing: boolean): string
  /** Called once when a file can take no more lines. */
  failing(reason: string): void
}
