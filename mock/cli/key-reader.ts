import { execFile } from 'node:child_process'
import type { ReadStream } from 'node:tty'
import { promisify } from 'node:util'

/** In raw mode these arrive as characters instead of signals. */
const SIGNALS: [character: string, signal: NodeJS.Signals][] = [
  ['\u0003', 'SIGINT'], // Ctrl-C
  ['\u001a', 'SIGTSTP'], // Ctrl-Z
  ['\u001c', 'SIGQUIT'], // Ctrl-\
]

/** A character, or the sequence of an arrow or function key (ECMA-48, section 5.4; SS3 and a letter). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with an escape character
const KEY = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.)|./gsu

/** More keys than this at once are pasted: nobody types that fast. */
const MAX_TYPED = 3

/** Reads single keys from a terminal. Everything else about the terminal stays as it was. */
export class KeyReader {
  readonly #terminal: ReadStream
  readonly #onKey: (key: string) => void
  #isStopped = false

  /** Letters are passed on in lower case, and pasted text as one key. */
  constructor(terminal: ReadStream, onKey: (key: string) => void) {
    this.#terminal = terminal
    this.#onKey = onKey
  }

  /** Resolves to whether keys work. In the background they do not, until the process is continued. */
  start(): Promise<boolean> {
    this.#terminal.on('error', () => {}) // such as a terminal that is gone
    this.#terminal.pause().on('data', this.#read)
    process.on('SIGCONT', this.#resume)
    return this.#resume()
  }

  /** Restores the terminal. */
  stop(): void {
    this.#isStopped = true
    process.off('SIGCONT', this.#resume)
    this.#release()
  }

  /** The terminal stops a background process that reads from it or changes its mode. */
  readonly #resume = async (): Promise<boolean> => {
    if (!(await isInForeground()) || this.#isStopped) return false
    this.#terminal.setRawMode(true).resume()
    return true
  }

  #release(): void {
    this.#terminal.setRawMode(false).pause()
  }

  readonly #read = (chunk: Buffer): void => {
    const text = chunk.toString().toLowerCase()
    const [, signal] = SIGNALS.find(([character]) => text.includes(character)) ?? []
    const keys = text.match(KEY) ?? []
    if (signal) this.#signal(signal)
    else for (const key of keys.length > MAX_TYPED ? [text] : keys) this.#onKey(key)
  }

  /**
   * Signals every process in the foreground, as the terminal would: npm, for one, waits for this one
   * (https://github.com/npm/npm/pull/16129).
   */
  #signal(signal: NodeJS.Signals): void {
    this.#release()
    if (process.platform === 'win32')
      process.emit(signal) // a real signal would end the process at once
    else process.kill(0, signal)
    // Runs when the process continues, or soon if the signal had no effect.
    setTimeout(this.#resume, 100).unref()
  }
}

/** Also true if there is no way to tell. */
async function isInForeground(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', `${process.pid}`])
    return stdout.includes('+')
  } catch {
    return true
  }
}
