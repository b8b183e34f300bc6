import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A fresh folder outside of the project, where a package's name finds nothing of the project. */
export const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'plant-store-client-'))

/** Runs a command. Resolves to its output; rejects if it fails or does not end. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const npm = command === 'npm' && process.env.npm_execpath // on Windows npm is a script, not a program
  const [program, words] = npm ? [process.execPath, [npm, ...args]] : [command, args]
  const options = { cwd, maxBuffer: 2 ** 24, timeout: 180_000 }
  const { stdout } = await promisify(execFile)(program, words, options)
  return stdout
}

/** Packs the project as it is published. Resolves to the path of the tarball. */
export async function pack(folder: string): Promise<string> {
  const made = await freshFolder()
  await run('.', process.execPath, 'scripts/package.ts', made)
  const printed = await run(folder, 'npm', 'pack', '--json', '--silent', join(made, 'package'))
  const [{ filename }] = JSON.parse(printed)
  return join(folder, filename)
}

/** Works through a list, two at a time: the next as soon as one is done. */
export async function twoAtATime<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const workOn = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all([workOn(), workOn()])
}

/** A server that runs in a process of its own. */
export interface Started {
  url: string
  stop(): Promise<unknown>
}

/** Starts a server. Its URL is in the first line that it prints. */
export async function startServer(
  cwd: string,
  command: string,
  ...args: string[]
): Promise<Started> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => child.on('exit', resolve))
  const lines = createInterface(child.stdout)
  const [line] = await Promise.race([
    new Promise<string[]>(resolve => lines.once('line', (...first) => resolve(first as string[]))),
    ended.then(code => Promise.reject(new Error(`${command} ended with ${code}`))),
  ])
  const url = /http:\/\/\S+/.exec(line ?? '')?.[0] ?? ''
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts a server in a process group of its own, since it may start others, and waits until it listens on a port. */
export async function startOnPort(
  port: number,
  cwd: string,
  env: NodeJS.ProcessEnv,
  [program = '', ...args]: readonly string[],
): Promise<AsyncDisposable & { printed(): string }> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, detached: true })
  const ended = once(child, 'close')
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      printed += text
    })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${printed}`)
    await setTimeout(100) // nothing tells when it listens
  }
  const stop = async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  return { printed: () => printed, [Symbol.asyncDispose]: stop }
}

/** Whether something listens there. No request is sent: a page may add a plant. */
const listens = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, 'localhost', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })
