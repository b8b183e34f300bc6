import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../harness/listen.ts'
import type { Command } from './commands.ts'
import { FIRST_ID } from './load.ts'
import { pinned, SERVER } from './processes.ts'

/** A server that answers. */
export interface Serving {
  port: number
  url: string
  process: ChildProcess
  /** Milliseconds from the spawn to the end of the first response. */
  startedIn: number
  stop(): Promise<unknown>
}

/**
 * Starts a server and adds a plant; throws if the first response is not the contract's. `log` is an
 * open file; without it, what the server prints is thrown away.
 */
export async function serve(command: Command, log?: number): Promise<Serving> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program = '', ...args] = pinned(SERVER, command(port))
  const spawned = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', log ?? 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const addition = {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ id: FIRST_ID - 1, name: 'Monstera', tag: 'tropical' }),
  }
  let text: string | undefined
  while (text === undefined) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`${args.join(' ')} ended`)
    const response = await fetch(`${url}/plants`, addition).catch(() => sleep(1)) // it does not listen yet
    text = await response?.text()
  }
  const startedIn = performance.now() - spawned
  const stop = async () => {
    child.kill()
    const killing = setTimeout(() => child.kill('SIGKILL'), 2_000)
    await ended
    clearTimeout(killing)
  }
  if (typeof JSON.parse(text).name !== 'string') {
    await stop()
    throw new Error(`${args.join(' ')} answered ${text}`)
  }
  return { port, url, process: child, startedIn, stop }
}
