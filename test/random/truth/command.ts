// The command in a process of its own, with a small heap.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { countDescriptors, noDescriptors } from '../../harness/descriptors.ts'
import type { Connection } from './arbitraries.ts'
import { Client } from './client.ts'
import { Finding, type Recorded } from './judge.ts'

/** The old space of the process, in MB; it ends when it needs more. */
const OLD_SPACE = 256

/** What else there may be: the program, the young generation, buffers of bodies that arrive. */
const CEILING_MB = OLD_SPACE + 344

/** A connection is read for two seconds after its end. */
const CLOSING_MS = 5_000

export class Command {
  readonly #child: ChildProcess
  #ended: string | undefined
  #lines: string[] = []
  #port = 0
  #errors = ''
  /** How many descriptors it has open while nobody is connected. */
  #descriptors = Infinity

  constructor(bin: string, ...more: string[]) {
    const { NODE_OPTIONS, ...env } = process.env // which may ask for another heap
    const flags = ['--port', '0', ...more]
    const args = [`--max-old-space-size=${OLD_SPACE}`, bin, ...flags]
    this.#child = spawn(process.execPath, args, { env })
    this.#child.on('exit', (code, signal) => {
      this.#ended = `The process ended with ${code ?? signal}: ${/^(?:\w*Error|FATAL).*/m.exec(this.#errors)?.[0] ?? this.#errors}`
    })
    this.#child.stderr?.on('data', chunk => {
      this.#errors += chunk
    })
  }

  /** Resolves to the command once it listens. */
  async started(): Promise<this> {
    const { stdout } = this.#child
    if (!stdout) throw new Error('The command has no output')
    const lines = createInterface(stdout)
    const [first] = await once(lines, 'line')
    this.#port = Number(/http:[^\s"]+:(\d+)/.exec(first)?.[1])
    lines.on('line', line => this.#lines.push(line))
    await this.control('GET', '/health') // whatever the first request opens for good
    if (!noDescriptors) this.#descriptors = countDescriptors(this.#child.pid)
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  open(connection: Connection, firstTrial: number): Client {
    return new Client(this.#port, connection, firstTrial)
  }

  /**
   * Calls the control API on a new connection. Rejects unless it succeeds.
   *
   * Node accepts connections one at a time and in their order, but serves older ones meanwhile
   * (https://github.com/libuv/libuv/pull/3696): on one of those, a reset would overtake requests whose clients have
   * left.
   */
  async control<T>(method: string, route: string, body?: unknown): Promise<T> {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const path = `/__mock${route}`
    const call = request({ port: this.#port, method, path, headers, agent: false })
    call.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = await once(call, 'response')
    const answer = await text(response)
    if (response.statusCode >= 400) throw new Error(`${method} ${route}: ${answer}`)
    return JSON.parse(answer || 'null')
  }

  /** Returns the lines of the log since the last call. */
  takeLines(): string[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  /** Compares the records of the requests since that one with what was forwarded, if anything was. */
  compare?(first: number, records: readonly Recorded[], wasReset: boolean): Promise<void>

  /** Waits until the connections are closed that its clients have closed. Throws a `Finding` if some stay open. */
  async untilClosed(): Promise<void> {
    if (noDescriptors) return
    for (const start = Date.now(); ; await pause(10)) {
      const open = countDescriptors(this.#child.pid) - this.#descriptors
      if (open <= 0) return
      if (Date.now() - start > CLOSING_MS)
        throw new Finding(`${open} descriptors are still open that no client has open`)
    }
  }

  /** What is wrong with the process: it has ended, or its memory was too large, of which Linux alone tells the peak. */
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
