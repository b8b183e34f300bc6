import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The core for what is measured against a server, and the core for the server. */
export const CLIENT = 0
export const SERVER = 1

/** Whether this system can bind a process to a core. */
export const canPin: boolean = availableParallelism() > 1 && pins()

function pins(): boolean {
  try {
    execFileSync('taskset', ['-c', String(SERVER), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false // not Linux
  }
}

/** A command that stays on one core, where the system can do that. */
export const pinned = (core: number, command: readonly string[]): string[] =>
  canPin ? ['taskset', '-c', String(core), ...command] : [...command]

/** A Node process that replies to one message at a time. */
export interface Worker {
  ask<T>(message: unknown): Promise<T>
  stop(): void
}

/** Starts one; it ends with this process. */
export function worker(
  file: string,
  { args = [], core }: { args?: string[]; core?: number } = {},
): Worker {
  const command = [process.execPath, file, ...args]
  const [program = '', ...rest] = core === undefined ? command : pinned(core, command)
  const child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  ended.catch(() => {}) // `ask` reports it
  return {
    async ask<T>(message: unknown) {
      child.send(message as object)
      const [answer] = await Promise.race([once(child, 'message'), ended])
      return answer as T
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** The other end of a worker. */
export function answerEach<T>(answer: (message: T) => unknown): void {
  process.on('message', async (message: T) => process.send?.((await answer(message)) ?? null))
  process.on('disconnect', () => process.exit())
}

/** Microseconds of CPU time, user and system, that a process has taken. Linux counts in steps of 10 ms. */
export function cpuTime({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = afterName.slice(11, 13)
  return (Number(user) + Number(system)) * 10_000
}
