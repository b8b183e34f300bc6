import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { within } from './within.ts'

/** A built bin in a process of its own. */
export class Bin implements AsyncDisposable {
  readonly process: ChildProcess
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>
  #stdout = ''
  #stderr = ''

  constructor(args: string[], env: NodeJS.ProcessEnv = {}, program = 'plant-store-mock') {
    const { NO_COLOR, FORCE_COLOR, ...rest } = process.env // those of the tests themselves
    const child = spawn(process.execPath, [`dist/mock/${program}.js`, ...args], {
      env: { ...rest, ...env },
    })
    this.process = child
    child.stdout.on('data', chunk => {
      this.#stdout += chunk
    })
    child.stderr.on('data', chunk => {
      this.#stderr += chunk
    })
    this.ended = once(child, 'close').then(([code]) => ({
      code,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }))
  }

  /** The lines so far, once there are `count` of them. */
  async lines(count: number): Promise<string[]> {
    for (;;) {
      const lines = this.#stdout.split('\n').slice(0, -1)
      if (lines.length >= count) return lines
      await this.#more(this.process.stdout, () => `${count} lines, but only: ${lines.join('\n')}`)
    }
  }

  /** The first line on stderr. */
  async warning(): Promise<string> {
    while (!this.#stderr.includes('\n'))
      await this.#more(this.process.stderr, () => `a line on stderr, but: ${this.#stderr}`)
    return this.#stderr.split('\n')[0] ?? ''
  }

  /** Waits for more output. Throws if the process ends first. */
  async #more(stream: Readable | null, missing: () => string): Promise<void> {
    const ended = this.ended.then(({ code, stderr }): never => {
      throw new Error(`ended with ${code}: ${stderr}`)
    })
    await within(Promise.race([stream && once(stream, 'data'), ended]), missing)
  }

  /** The text before the log: everything up to the command to try. */
  async startUp(): Promise<string> {
    for (let count = 1; ; count++) {
      const lines = await this.lines(count)
      const end = lines.findIndex(line => /^(?:curl|Invoke-RestMethod) /.test(line))
      if (end >= 0) return lines.slice(0, end + 1).join('\n')
    }
  }

  /** The lines of the log so far, once there are `count` of them. */
  async log(count: number): Promise<string[]> {
    const start = (await this.startUp()).split('\n').length + 1
    return (await this.lines(start + count)).slice(start)
  }

  /** The base address of the start-up line. */
  async url(): Promise<string> {
    const [line = ''] = await this.lines(1)
    return /http:[^"\s]+/.exec(line)?.[0] ?? ''
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal)
    return (await this.ended).code
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}
