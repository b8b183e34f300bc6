import { execFile } from 'node:child_process'
import type { ReadStream } from 'node:tty'
import { promisify } from 'node:util'

/**
 * Reads the lines that are typed into a terminal, while this process is in its foreground: a terminal stops a process
 * in the background that reads. Modes and signals of the terminal stay as they are, for the programs beside this one.
 */
export class TerminalLines {
  readonly #terminal: ReadStream
  #isStopped = false

  constructor(terminal: ReadStream, onLine: (line: string) => void) {
    this.#terminal = terminal
    terminal.on('error', () => {}) // such as a terminal that is gone
    // A terminal passes on one line at a time.
    terminal.pause().on('data', chunk => onLine(chunk.toString().trim()))
  }

  /** Resolves to whether lines are read. In the background they are not, until the process is continued. */
  start(): Promise<boolean> {
    process.on('SIGCONT', this.#resume)
    return this.#resume()
  }

  stop(): void {
    this.#isStopped = true
    process.off('SIGCONT', this.#resume)
    this.#terminal.pause()
  }

  /** A process that was stopped may go on in the background. */
  readonly #resume = async (): Promise<boolean> => {
    this.#terminal.pause()
    if (!(await isInForeground()) || this.#isStopped) return false
    this.#terminal.resume()
    return true
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
