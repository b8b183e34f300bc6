// A time-out or an abort ends the connection, whatever Request a middleware gives, also after a
// garbage collection; and a process ends as soon as its calls have. Guarding neighbours, right in
// 0.1.0 too: no middleware, one that gives nothing, and those where the caller aborts at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { adds, type Behaviour, never, recordingServer } from './recording-server.ts'
import { runProgram } from './run-program.ts'

const CALLS = 50

const middleware: [name: string, source: string][] = [
  ['no middleware', ''],
  ['one that gives nothing', '{ onRequest() {} }'],
  ['new Request(request)', '{ onRequest: ({ request }) => new Request(request) }'],
  ['request.clone()', '{ onRequest: ({ request }) => request.clone() }'],
  ['a Request of a Request', '{ onRequest: ({ request }) => new Request(new Request(request)) }'],
  [
    'a Request without a signal',
    `{ onRequest: async ({ request: { url, method, headers }, request }) =>
        new Request(url, { method, headers, body: await request.text() }) }`,
  ],
  [
    'a Request with a signal of its own',
    '{ onRequest: ({ request }) => new Request(request, { signal: new AbortController().signal }) }',
  ],
  [
    'two that give a new Request',
    '{ onRequest: ({ request }) => request.clone() }, { onRequest: ({ request }) => new Request(request) }',
  ],
]

const program = (url: string, source: string, calls: number) => `
  import { PlantStoreClient } from 'plant-store-client'
  const client = new PlantStoreClient({
    baseUrl: '${url}', accessToken: 'token', timeout: 1_000, middleware: [${source}],
  })
  const add = id => client.addPlant({ id, name: 'Monstera' })
  const calls = Array.from({ length: ${calls} }, (_, index) => add(index + 1))
  // What the calls hold only weakly is collected while they run, and once more when they ended.
  const collect = async () => {
    for (let turn = 0; turn < 5; turn++) {
      globalThis.gc?.()
      await new Promise(setImmediate)
    }
  }
  await new Promise(later => setTimeout(later, 300))
  await collect()
  const results = await Promise.all(calls)
  await collect()
  console.log([...new Set(results.map(({ error }) => error.kind))].join())`

const halfway = adds(({ response }) => response.writeHead(200).write('{"name":'))

async function leavesNothing(source: string, behave: Behaviour): Promise<void> {
  await using server = await recordingServer(behave)
  const stays = `${program(server.url, source, CALLS)}; process.stdin.resume()`
  const flags = ['--expose-gc', '--input-type=module', '-e', stays]
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  try {
    const [said] = await once(child.stdout, 'data')
    expect(String(said).trim()).toBe('timeout')
    // The process lives on, so it is not its end that closes them.
    await vi.waitFor(() => expect(server.open.size).toBe(0), 20_000)
    expect(child.exitCode).toBe(null)
  } finally {
    child.kill()
    await ended
  }
}

test.each(middleware)(
  '%s: no connection is left open',
  async (_name, source) => {
    await Promise.all([adds(never), halfway].map(behave => leavesNothing(source, behave)))
  },
  60_000,
)

test.each(middleware)('%s: the process ends with its calls', async (_name, source) => {
  await using server = await recordingServer(adds(never))
  const ended = await runProgram(program(server.url, source, 3), ['--expose-gc'])
  expect(ended).toEqual({ code: 0, stdout: 'timeout', stderr: '' })
})
