import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../harness/listen.ts'
import { answerTo, type Said } from './ask.ts'
import type { Command } from './commands.ts'
import { FIRST_ID } from './load.ts'
import { pinned, SERVER } from './processes.ts'

/** A server that answers. */
export interface Serving {
  port: number
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
  const [program = '', ...args] = pinned(SERVER, command(port))
  const spawned = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', log ?? 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const body = JSON.stringify({ id: FIRST_ID - 1, name: 'Monstera', tag: 'tropical' })
  let answer: Said | undefined
  while (!answer) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`${args.join(' ')} ended`)
    if (performance.now() - spawned > 60_000) {
      child.kill('SIGKILL')
      throw new Error(`${args.join(' ')} does not answer`)
    }
    answer = await answerTo(port, { body }).catch(async () => {
      await new Promise(resolve => setTimeout(resolve, 1)) // it does not listen yet
      return undefined
    })
  }
  const startedIn = performance.now() - spawned
  const stop = async () => {
    child.kill()
    const killing = setTimeout(() => child.kill('SIGKILL'), 2_000)
    await ended
    clearTimeout(killing)
  }
  if (answer.status !== 200 || typeof JSON.parse(answer.text).name !== 'string') {
    await stop()
    throw new Error(`${args.join(' ')} answered ${answer.status}: ${answer.text}`)
  }
  return { port, process: child, startedIn, stop }
}
