// node-fetch, cross-fetch and jest-fetch-mock: their bodies are Node streams, without `getReader` and
// `cancel`.
import crossFetch from 'cross-fetch'
import { createFetchMock } from 'jest-fetch-mock/factory'
import nodeFetch from 'node-fetch'
import { PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import { describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  adds,
  answers,
  atOnce,
  type Behaviour,
  contractError,
  cutsShort,
  goneServer,
  inTurn,
  never,
  page,
  recordingServer,
  stalls,
} from './recording-server.ts'
import { baseUrl, monstera, passive, withAndWithoutMiddleware } from './stub-fetch.ts'

type Fetch = typeof globalThis.fetch

const peers: [string, Fetch][] = [
  ['node-fetch', nodeFetch as never],
  ['cross-fetch', crossFetch],
]
const variants = peers.flatMap(([name, fetch]): [string, Partial<PlantStoreClientOptions>][] => [
  [name, { fetch }],
  [`${name} with middleware`, { fetch, middleware: [passive] }],
])

const failures: [string, Behaviour, object][] = [
  ['a page', adds(answers(502, {}, page)), { body: page, mayHaveBeenAdded: true }],
  ['a success cut short', adds(cutsShort), { kind: 'network', mayHaveBeenAdded: true }],
]

describe.each(variants)('%s', (_name, options) => {
  const clientOf = (baseUrl: string) =>
    new PlantStoreClient({ baseUrl, accessToken: 'token', ...options })

  test('adds a plant', async () => {
    await using server = await recordingServer()
    expect(await clientOf(server.url).addPlant(monstera)).toMatchObject({
      ok: true,
      data: { name: 'Monstera' },
      response: { status: successStatus },
    })
    expect(server.added).toEqual([1])
  })

  test.each(failures)('reports %s', async (_failure, behave, expected) => {
    await using server = await recordingServer(behave)
    const { ok, error } = await clientOf(server.url).addPlant(monstera)
    expect(ok).toBe(false)
    expect(error).toMatchObject(expected)
    expect(server.requests).toHaveLength(1)
  })

  test('a refusal with Retry-After is retried', async () => {
    await using server = await recordingServer(inTurn(answers(503, atOnce), adds()))
    expect((await clientOf(server.url).addPlant(monstera)).ok).toBe(true)
    expect(server.added).toEqual([1])
  })

  test('a body that is not read to its end leaves no connection open', async () => {
    await using server = await recordingServer(({ response }) => {
      const more = () => {
        while (response.write('a'.repeat(2 ** 20)));
      }
      response.on('drain', more).writeHead(502)
      more()
    })
    const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', ...options })
    const { error } = await client.addPlant(monstera)
    expect(error?.kind).toBe('unexpected-response')
    await expect.poll(() => server.open.size).toBe(0)
  })

  test('a time-out and an abort end a call', async () => {
    for (const [name, behave] of Object.entries({ never: adds(never), stalls: adds(stalls) })) {
      await using server = await recordingServer(behave)
      const client = clientOf(server.url)
      const late = await client.addPlant(monstera, { timeout: 500 })
      expect(late.error, name).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
      const controller = new AbortController()
      const result = client.addPlant(monstera, { signal: controller.signal })
      await vi.waitFor(() => expect(server.requests, name).toHaveLength(2), 20_000)
      controller.abort()
      expect((await result).error, name).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
    }
  })

  test('a refused connection and a name that is not found added nothing', async () => {
    const { url } = await goneServer()
    for (const baseUrl of [url, 'http://plants.invalid']) {
      const { error } = await clientOf(baseUrl).addPlant(monstera, { maxRetries: 0 })
      expect(error, baseUrl).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    }
  })
})

/** In jest-environment-jsdom there is no fetch, and jest-fetch-mock falls back to cross-fetch's. */
function mockOf(missing: string[]) {
  for (const name of missing) vi.stubGlobal(name, undefined)
  const mock = createFetchMock(vi as never)
  vi.unstubAllGlobals()
  return mock
}

describe.each([
  ["over cross-fetch's Response", ['fetch', 'Request', 'Response', 'Headers']],
  ["over the runtime's", []],
])('jest-fetch-mock %s', (_name, missing) => {
  test.each(withAndWithoutMiddleware)('answers the client, %s', async (_case, middleware) => {
    const mock = mockOf(missing)
    const client = new PlantStoreClient({
      baseUrl,
      accessToken: 'token',
      fetch: mock as never,
      middleware,
    })
    mock.mockResponseOnce(JSON.stringify(monstera), { status: successStatus })
    expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
    mock.mockResponseOnce(contractError, { status: 400 })
    expect((await client.addPlant(monstera)).error).toMatchObject({
      kind: 'api',
      response: { status: 400 },
      mayHaveBeenAdded: false,
    })
    mock.mockRejectOnce(new Error('fake error message'))
    expect((await client.addPlant(monstera)).error).toMatchObject({
      kind: 'network',
      mayHaveBeenAdded: true,
    })
    expect(mock.mock.calls).toHaveLength(3)
  })
})
