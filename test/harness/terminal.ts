import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { within } from './within.ts'

/** Why nothing can be run in a terminal here; undefined if it can. It is printed. */
export const noTerminal: string | undefined = findTerminal()
if (noTerminal) console.warn(`Skipped in ${import.meta.filename}: ${noTerminal}`)

/** The `script` of util-linux gives a process a terminal. Those of other systems take other arguments. */
function findTerminal(): string | undefined {
  try {
    const version = execFileSync('script', ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    return version.includes('util-linux') ? undefined : 'script is not the one of util-linux'
  } catch {
    return 'there is no script of util-linux'
  }
}

/** A shell command in a terminal of its own. The shell is the same on every machine. */
export class Terminal {
  readonly ended: Promise<number | null>
  readonly #script: ChildProcessWithoutNullStreams
  #screen = ''
  #read = 0

  constructor(command: string, env: NodeJS.ProcessEnv = {}) {
    // Each of these influences colours.
    const { NO_COLOR, FORCE_COLOR, CI, ...rest } = process.env
    this.#script = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...rest, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    })
    this.#script.stdout.on('data', chunk => {
      this.#screen += chunk
    })
    this.ended = once(this.#script, 'close').then(([code]) => code)
  }

  /** Everything that was written to the terminal so far. */
  get screen(): string {
    return this.#screen
  }

  /** Waits for a text after the last one that was waited for. */
  async see(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#screen.slice(this.#read))
      if (found) {
        this.#read += found.index + found[0].length
        return found
      }
      const ended = this.ended.then((code): never => {
        throw new Error(`ended with ${code} before ${pattern}: ${this.#screen}`)
      })
      const more = Promise.race([once(this.#script.stdout, 'data'), ended])
      await within(more, () => `${pattern} in the terminal: ${this.#screen}`)
    }
  }

  /** Types characters, as a keyboard would send them. */
  type(text: string): void {
    this.#script.stdin.write(text)
  }
}

/** The beginnings of shell commands that run the bins. */
export const mock: string = `'${process.execPath}' dist/mock/plant-store-mock.js`
export const client: string = `'${process.execPath}' dist/mock/plant-store-client.js`
