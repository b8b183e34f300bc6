// The command in a process of its own, with a small heap.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Connection, TOKEN } from './arbitraries.ts'
import { Client } from './client.ts'
import { type Asked, askOverHttp, callOverHttp, MAX_SESSIONS, type Target } from './target.ts'

/** The old space of the process, in MB; it ends when it needs more. */
const OLD_SPACE = 256

/** What else there may be: the program, the young generation, buffers of bodies that arrive. */
const CEILING_MB = OLD_SPACE + 344

export type Format = 'text' | 'json'

export class Command implements Target {
  readonly #child: ChildProcess
  #ended: string | undefined
  #lines: string[] = []
  #port = 0
  #errors = ''

  private constructor(bin: string, format: Format) {
    const { NODE_OPTIONS, ...env } = process.env // which may ask for another heap
    const args = [`--max-old-space-size=${OLD_SPACE}`, bin, '--port', '0', '--token', TOKEN]
    args.push('--max-sessions', String(MAX_SESSIONS))
    this.#child = spawn(process.execPath, format === 'json' ? [...args, '--json'] : args, { env })
    this.#child.on('exit', (code, signal) => {
      this.#ended = `The process ended with ${code ?? signal}: ${/^(?:\w*Error|FATAL).*/m.exec(this.#errors)?.[0] ?? this.#errors}`
    })
    this.#child.stderr?.on('data', chunk => {
      this.#errors += chunk
    })
  }

  static async start(bin: string, format: Format): Promise<Command> {
    const command = new Command(bin, format)
    const { stdout } = command.#child
    if (!stdout) throw new Error('The command has no output')
    const lines = createInterface(stdout)
    const [first] = await once(lines, 'line')
    command.#port = Number(/http:[^\s"]+:(\d+)/.exec(first)?.[1])
    lines.on('line', line => command.#lines.push(line))
    return command
  }

  open(connection: Connection, firstTrial: number): Client[] {
    return [new Client(this.#port, connection, firstTrial)]
  }

  async control<T>(method: string, route: string, body?: unknown, session?: string): Promise<T> {
    return (await callOverHttp(this.#port, method, route, body, session)) as T
  }

  ask(request: Asked): Promise<unknown> {
    return askOverHttp(this.#port, request)
  }

  takeLines(): string[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  /** Its memory is known at its peak, and on Linux only. */
  get problem(): string | undefined {
    if (this.#ended !== undefined || process.platform !== 'linux') return this.#ended
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    const peak = Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024)
    return peak > CEILING_MB ? `The process took ${peak} MB` : undefined
  }

  async stop(): Promise<void> {
    if (this.#ended !== undefined) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
  }
}
