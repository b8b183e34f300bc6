import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../package/shell.ts'
import { FIRST_ID } from './load.ts'
import { inSet } from './peers.ts'
import { pinned, SERVER } from './processes.ts'

/** The command that starts a server on a port of this machine. */
export type Command = (port: number) => string[]

const here = import.meta.dirname
const inMocks = (...path: string[]) => inSet('mocks', 'node_modules', ...path)
const openapi = inMocks('plant-store-client', 'openapi.yaml')
const node = process.execPath

/** The baseline. */
export const bare: Command = port => [node, join(here, 'bare.js'), `${port}`]

/** The mock, as its command line is installed. */
export const ours =
  (...flags: string[]): Command =>
  port => [node, inMocks('plant-store-client/dist/mock/bin.js'), '--port', `${port}`, ...flags]

/** A server that is written with a library, in a file of a set. */
export const script =
  (set: 'mocks' | 'msw', file: string): Command =>
  port => [node, inSet(set, file), `${port}`, openapi]

/** The others, as their users start them. */
export const others = (mockoonEnvironment: string): Record<string, Command> => ({
  Prism: port => [
    node,
    inMocks('@stoplight/prism-cli/dist/index.js'),
    'mock',
    '-p',
    `${port}`,
    openapi,
  ],
  'Scalar mock server': script('mocks', 'scalar.js'),
  Mockoon: port => [
    node,
    inMocks('@mockoon/cli/bin/run.js'),
    ...['start', '--data', mockoonEnvironment, '--disable-log-to-file'],
    ...['--hostname', '127.0.0.1', '--port', `${port}`],
  ],
  'openapi-backend on Fastify': script('mocks', 'openapi-backend.js'),
  '@mswjs/http-middleware, msw 2': script('mocks', 'http-middleware.js'),
})

/** Makes Mockoon's environment of the description, and removes it again. */
export async function withMockoonEnvironment<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-bench-'))
  try {
    const environment = join(folder, 'mockoon.json')
    const files = ['--input', openapi, '--output', environment]
    await run(folder, node, inMocks('@mockoon/cli/bin/run.js'), 'import', ...files)
    return await use(environment)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A server that answers. */
export interface Serving {
  port: number
  process: ChildProcess
  /** Milliseconds from the spawn to the whole first answer. */
  startedIn: number
  stop(): Promise<unknown>
}

/** Starts a server and adds a plant; throws where the first answer is not the contract's. */
export async function serve(command: Command): Promise<Serving> {
  const port = await freePort()
  const [program = '', ...args] = pinned(SERVER, command(port))
  const spawned = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  let answer: { status: number | undefined; text: string } | undefined
  while (!answer) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`${args.join(' ')} ended`)
    if (performance.now() - spawned > 60_000) {
      child.kill('SIGKILL')
      throw new Error(`${args.join(' ')} does not answer`)
    }
    answer = await addPlant(port).catch(async () => {
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

function addPlant(port: number): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`http://127.0.0.1:${port}/plants`, {
      method: 'POST',
      agent: false,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    })
    sent.on('response', async response => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode, text })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ id: FIRST_ID - 1, name: 'Monstera', tag: 'tropical' }))
  })
}

/** A port that is free; nobody else takes it in the moment until the server does. */
const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
