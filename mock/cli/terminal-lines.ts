import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ReadStream } from 'node:tty'
import { promisify } from 'node:util'

/** How often a process in the background looks whether it has come to the foreground: no signal tells it. */
const LOOK_MS = 1_000

/**
 * Reads the lines that are typed into a terminal, while this process is in its foreground: a terminal stops a process
 * in the background that reads. Modes and signals of the terminal stay as they are, for the programs beside this one.
 */
export class TerminalLines {
  readonly #terminal: ReadStream
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(terminal: ReadStream, onLine: (line: string) => void) {
    this.#terminal = terminal
    terminal.on('error', () => {}) // such as a terminal that is gone
    // A terminal passes on one line at a time.
    terminal.pause().on('data', chunk => onLine(chunk.toString().trim()))
  }

  /**
   * Reads from now on, or once the process is in the foreground. Calls `begin` when it reads for the first time.
   * Resolves to whether there is a way to tell; without one, it never reads.
   */
  async start(begin: () => void): Promise<boolean> {
    this.#terminal.once('resume', begin)
    process.on('SIGCONT', this.#look)
    return (await this.#look()) !== undefined
  }

  stop(): void {
    this.#isStopped = true
    process.off('SIGCONT', this.#look)
    clearTimeout(this.#timer)
    this.#terminal.pause()
  }

  /** A process in the foreground goes to the background only by being stopped, and gets a SIGCONT when it goes on. */
  readonly #look = async (): Promise<boolean | undefined> => {
    this.#terminal.pause()
    const isForeground = await isInForeground()
    clearTimeout(this.#timer)
    if (this.#isStopped) return isForeground
    if (isForeground) this.#terminal.resume()
    else if (isForeground === false) this.#timer = setTimeout(this.#look, LOOK_MS).unref()
    return isForeground
  }
}

/** Whether this process is in the foreground of its terminal; undefined if there is no way to tell. */
async function isInForeground(): Promise<boolean | undefined> {
  try {
    // The name of the program, in parentheses, may have any character. Behind it are the state, the parent, the group of
    // this process, the session, the terminal, and the group in the foreground of the terminal (proc_pid_stat(5)).
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , , group, , , foreground] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return group === foreground
  } catch {
    // Not Linux.
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', `${process.pid}`])
    return stdout.includes('+')
  } catch {
    return undefined
  }
}
