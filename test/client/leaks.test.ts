// A process ends at once after its calls, and a call leaves no connection: no timer and no socket is left.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import {
  adds,
  answers,
  type Behaviour,
  contractError,
  cutsShort,
  inTurn,
  never,
  page,
  recordingServer,
  stalls,
} from './servers.ts'

/** Calls in turn: the outcome, what the service does, and the options of the call. */
const calls: [outcome: string, behave: Behaviour, options: string][] = [
  ['success', adds(), '{}'],
  ['api', answers(400, {}, contractError), '{}'],
  ['unexpected-response', answers(502, {}, page), '{}'],
  ['network', cutsShort, '{}'],
  ['timeout', never, '{ timeout: 200 }'],
  ['aborted', never, '{ signal: AbortSignal.timeout(200) }'],
  ['invalid-request', never, '{ timeout: -1 }'],
]

test('a process ends at once after its calls, whatever became of them', async () => {
  await using server = await recordingServer(inTurn(...calls.map(([, behave]) => behave)))
  const source = `
    import { PlantStoreClient } from 'plant-store-client'
    const client = new PlantStoreClient({ baseUrl: '${server.url}', accessToken: 'token', timeout: 29_000 })
    const ends = []
    for (const options of [${calls.map(([, , options]) => `() => (${options})`)}]) {
      const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, options())
      for (let turn = 0; turn < 9; turn++) await new Promise(setImmediate) // for what it may start late
      const timers = process.getActiveResourcesInfo().filter(name => name === 'Timeout')
      ends.push([error?.kind ?? 'success', timers.length].join(' '))
    }
    console.log(ends.join())`
  const args = ['--input-type=module', '-e', source]
  const ended = await promisify(execFile)(process.execPath, args, { timeout: 25_000 }) // before any timer of a call
  const stdout = calls.map(([outcome]) => `${outcome} 0`).join()
  expect(ended).toEqual({ stdout: `${stdout}\n`, stderr: '' })
})

/** Middleware, as source, of which each may let go of the signal of its request. */
const middleware = {
  none: '',
  'returns nothing': '{ onRequest() {} }',
  'new Request(request)': '{ onRequest: ({ request }) => new Request(request) }',
  'request.clone()': '{ onRequest: ({ request }) => request.clone() }',
  'a Request without a signal': `{ onRequest: async ({ request: { url, method, headers }, request }) =>
    new Request(url, { method, headers, body: await request.text() }) }`,
  'a Request with a signal of its own':
    '{ onRequest: ({ request }) => new Request(request, { signal: new AbortController().signal }) }',
  'two that return a new Request':
    '{ onRequest: ({ request }) => request.clone() }, { onRequest: ({ request }) => new Request(request) }',
}

/** Makes calls with each of them, which time out. Prints how they ended. */
const program = (url: string) => `
  import { PlantStoreClient } from 'plant-store-client'
  const lists = [${Object.values(middleware).map(source => `[${source}]`)}]
  const names = ${JSON.stringify(Object.keys(middleware))}
  const clients = lists.map((middleware, index) => new PlantStoreClient({
    baseUrl: '${url}', accessToken: 'token', timeout: 1_500, middleware,
    headers: { 'x-middleware': names[index] },
  }))
  const ids = Array.from({ length: 20 }, (_, index) => index + 1)
  const calls = clients.flatMap(client => ids.map(id => client.addPlant({ id, name: 'Monstera' })))
  // What the calls hold only weakly is collected while they run, and once more when they ended.
  const collect = async () => {
    for (let turn = 0; turn < 5; turn++) {
      globalThis.gc?.()
      await new Promise(setImmediate)
    }
  }
  await new Promise(later => setTimeout(later, 500))
  await collect()
  const results = await Promise.all(calls)
  await collect()
  console.log([...new Set(results.map(({ error }) => error.kind))].join())`

describe('A time-out ends the connections of calls, also after a garbage collection', () => {
  test.each<[string, Behaviour]>([
    ['no response', never],
    ['a body that stalls', stalls],
  ])('%s: the connections end', async (_name, behave) => {
    await using server = await recordingServer(adds(behave))
    const stays = `${program(server.url)}; process.stdin.resume()`
    const flags = ['--expose-gc', '--input-type=module', '-e', stays]
    const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    try {
      const [said] = await once(child.stdout, 'data')
      expect(String(said).trim()).toBe('timeout')
      // The process lives on, so it is not its end that closes them.
      const left = () =>
        server.requests
          .filter(({ response: { socket } }) => socket && server.open.has(socket))
          .map(({ headers }) => headers['x-middleware'])
      await vi.waitFor(() => expect([...new Set(left())]).toEqual([]), 20_000)
      await vi.waitFor(() => expect(server.open.size).toBe(0), 20_000)
      expect(child.exitCode).toBe(null)
      child.stdin.end()
      expect(await ended).toEqual([0, null]) // now that nothing else keeps it alive
    } finally {
      child.kill()
    }
  })
})
