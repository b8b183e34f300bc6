import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Longer than any of the programs takes on a machine that is loaded, shorter than a test may. */
const PATIENCE = 25_000

export interface Ended {
  /** The exit code; null where the program had to be ended. */
  code: number | null
  stdout: string
  stderr: string
}

/** Runs an ES module that finds the package by its name, in a process of its own, to its end. */
export async function runProgram(source: string, flags: string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', source])
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  clearTimeout(timer)
  return { code: child.exitCode, stdout: stdout.trim(), stderr }
}
