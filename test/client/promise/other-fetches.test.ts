// node-fetch, cross-fetch and jest-fetch-mock: their bodies are Node streams, without `getReader` and
// `cancel`. Guarding neighbours, right in 0.1.0 too: a reset, and jest-fetch-mock over the runtime's
// own Response.
import crossFetch from 'cross-fetch'
import { createFetchMock } from 'jest-fetch-mock/factory'
import nodeFetch from 'node-fetch'
import { PlantStoreClient, type PlantStoreClientOptions } from 'plant-store-client'
import { describe, expect, test, vi } from 'vitest'
import { monstera } from '../stub-fetch.ts'
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
  resets,
} from './recording-server.ts'

type Fetch = typeof globalThis.fetch
const passive = { onRequest() {}, onResponse() {}, onError() {} }

const peers: [string, Fetch][] = [
  ['node-fetch', nodeFetch as never],
  ['cross-fetch', crossFetch],
]
const variants = peers.flatMap(([name, fetch]): [string, Partial<PlantStoreClientOptions>][] => [
  [name, { fetch }],
  [`${name} with middleware`, { fetch, middleware: [passive] }],
])

const failures: [string, Behaviour, object][] = [
  ['a 400', answers(400, {}, contractError), { kind: 'api', mayHaveBeenAdded: false }],
  ['a page', adds(answers(502, {}, page)), { body: page, mayHaveBeenAdded: true }],
  ['a redirect', adds(answers(303, { location: '/x' })), { status: 303, mayHaveBeenAdded: true }],
  ['a reset', adds(resets), { kind: 'network', mayHaveBeenAdded: true }],
  ['a 200 cut short', adds(cutsShort), { kind: 'network', mayHaveBeenAdded: true }],
  ['an empty 200', adds(answers(200)), { kind: 'unexpected-response', mayHaveBeenAdded: true }],
]

describe.each(variants)('%s', (_name, options) => {
  const clientOf = (baseUrl: string) =>
    new PlantStoreClient({ baseUrl, accessToken: 'token', ...options })

  test('adds a plant', async () => {
    await using server = await recordingServer()
    expect(await clientOf(server.url).addPlant(monstera)).toMatchObject({
      ok: true,
      data: { name: 'Monstera' },
      response: { status: 200 },
    })
    expect(server.added).toEqual([1])
  })

  test.each(failures)('tells of %s', async (_failure, behave, expected) => {
    await using server = await recordingServer(behave)
    const { ok, error } = await clientOf(server.url).addPlant(monstera)
    expect(ok).toBe(false)
    expect(error).toMatchObject(expected)
    expect(server.requests).toHaveLength(1)
  })

  test('retries what was refused', async () => {
    await using server = await recordingServer(inTurn(answers(503, atOnce), adds()))
    expect((await clientOf(server.url).addPlant(monstera)).ok).toBe(true)
    expect(server.added).toEqual([1])
  })

  test('ends in time, and where the caller aborts', async () => {
    const halfway = adds(({ response }) => response.writeHead(200).write('{"name":'))
    for (const behave of [adds(never), halfway]) {
      await using server = await recordingServer(behave)
      const client = clientOf(server.url)
      const late = await client.addPlant(monstera, { timeout: 500 })
      expect(late.error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
      const controller = new AbortController()
      const result = client.addPlant(monstera, { signal: controller.signal })
      await vi.waitFor(() => expect(server.requests).toHaveLength(2), 20_000)
      controller.abort()
      expect((await result).error).toMatchObject({ kind: 'aborted', mayHaveBeenAdded: true })
    }
  })

  test('a connection refused at an address, and a name that is not found', async () => {
    const { url } = await goneServer()
    for (const baseUrl of [url, 'http://plants.invalid']) {
      const { error } = await clientOf(baseUrl).addPlant(monstera, { maxRetries: 0 })
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
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
  test.each([
    ['without middleware', []],
    ['with', [passive]],
  ])('%s', async (_case, middleware) => {
    const mock = mockOf(missing)
    const client = new PlantStoreClient({
      baseUrl: 'https://plants.example.com/v1',
      accessToken: 'token',
      fetch: mock as never,
      middleware,
    })
    mock.mockResponseOnce(JSON.stringify(monstera))
    expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
    mock.mockResponseOnce(contractError, { status: 400 })
    expect((await client.addPlant(monstera)).error).toMatchObject({
      kind: 'api',
      status: 400,
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
