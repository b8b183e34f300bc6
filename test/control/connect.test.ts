// connectMockServer: the store of a server in another process.
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer, type MockRequest } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorBody } from '../../generated/contract.ts'
import { heldRequest } from '../harness/addition.ts'
import { listen } from '../harness/listen.ts'

let server: MockServer
let client: PlantStoreClient
beforeEach(async () => {
  server = await startMockServer({ port: 0, basePath: '/v1' })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries: 0 })
})
afterEach(() => server.close())

test('scheduled has what no request has used, as in the store', async () => {
  const mock = connectMockServer(server.url)
  await mock.failNext({ status: 503 }, { times: Infinity, match: { id: 1 } })
  await mock.failNext('cut-short', { match: { id: 9007199254740993n } })
  await mock.holdNext({ match: { id: 2 } })
  expect(await mock.scheduled()).toEqual(server.store.scheduled)
  await client.addPlant({ id: 1, name: 'Hoya' })
  expect(await mock.scheduled()).toEqual([
    { failure: 'cut-short', times: 1, skip: 0, match: { id: 9007199254740993n } },
    { hold: true, match: { id: 2 } },
  ])
  server.store.reset()
  server.store.holdNext({ match: () => true })
  expect(await mock.scheduled()).toEqual([{ hold: true, match: 'function' }])
})

test("connectMockServer has the store's API as promises: plants and requests equal those of the store, also as JSON and in snapshots", async () => {
  const mock = connectMockServer(server.url)
  const hold = await mock.holdNext({ match: { id: 9223372036854775807n } })
  await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
  const adding = client.addPlant({ id: 9223372036854775807n, name: 'Hoya' })
  const arrived = await heldRequest(hold, adding)
  expect(JSON.stringify(arrived)).toBe(JSON.stringify(server.store.requests.at(-1)))
  await hold.release()
  await adding
  await fetch(`${server.url}/plants`, { method: 'POST', body: 'no token' })
  expect(await mock.plants()).toEqual(server.store.plants)
  const requests = await mock.requests()
  expect(requests).toEqual(server.store.requests)
  expect(requests[0]?.time).toBeInstanceOf(Date)
  expect(JSON.stringify(requests)).toBe(JSON.stringify(server.store.requests))
  expect(JSON.stringify(requests)).toContain('9223372036854775807')
  expect(requests.map(inSnapshot)).toEqual(server.store.requests.map(inSnapshot))
  expect(requests.map(inSnapshot)[1]).toMatchObject({ body: { id: 9223372036854775807n } })
})

/** Snapshots call `toJSON` without a key. */
const inSnapshot = (request: MockRequest & { toJSON?: () => unknown }) => request.toJSON?.()

test('failNext fails the next requests, by default one, until DELETE /failures, as clearFailures, removes them all', async () => {
  const mock = connectMockServer(server.url)
  await mock.failNext({ status: 418, body: errorBody(7, 'No.') })
  await mock.failNext('malformed-json', { times: Infinity })
  const kindOf = async () => (await client.addPlant({ id: 1, name: 'Monstera' })).error?.kind
  for (const kind of ['api', 'unexpected-response', 'unexpected-response'])
    expect(await kindOf()).toBe(kind)
  await mock.clearFailures()
  expect(await kindOf()).toBeUndefined()
})

test('PUT /settings, as updateSettings, changes only the named settings, until a reset', async () => {
  const mock = connectMockServer(server.url)
  await mock.updateSettings({ failureRate: 1 })
  await mock.updateSettings({ latency: [1, 2], duplicateIds: 'reject', unknownFields: 'reject' })
  const health = async () => (await fetch(`${new URL(server.url).origin}/__mock/health`)).json()
  expect((await health()).settings).toEqual({
    latency: [1, 2],
    failureRate: 1,
    duplicateIds: 'reject',
    unknownFields: 'reject',
  })
  expect((await client.addPlant({ id: 1, name: 'Monstera' })).ok).toBe(false)
  const { epoch } = await health()
  await mock.reset()
  expect((await health()).epoch).not.toBe(epoch)
  expect(await mock.requests()).toEqual([])
  expect((await client.addPlant({ id: 1, name: 'Monstera' })).ok).toBe(true)
})

describe('holdNext', () => {
  test('is released by await using', async () => {
    const mock = connectMockServer(server.url)
    let adding: ReturnType<PlantStoreClient['addPlant']>
    {
      await using hold = await mock.holdNext()
      adding = client.addPlant({ id: 1, name: 'Monstera' })
      await heldRequest(hold, adding)
    }
    expect((await adding).ok).toBe(true)
  })

  test('waits for longer than one request of the control API may', async () => {
    const hold = await connectMockServer(server.url).holdNext()
    const { fetch } = globalThis
    let asked = 0
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (!String(args[0]).includes('/holds/') || asked++ > 1) return fetch(...args)
      return new Response(null, { status: 204, headers: { 'x-mock-server': 'plant-store' } })
    })
    const { arrived } = hold
    const adding = client.addPlant({ id: 1, name: 'Monstera' })
    expect((await heldRequest({ arrived }, adding)).number).toBe(1)
    vi.unstubAllGlobals()
    await hold.release()
    await adding
  })
})

test.each<[string, object, RegExp]>([
  ['http://localhost/~a', { session: 'b' }, /URL names the session a, and the options name b/],
  ['http://localhost/~a b', {}, /session must be the name of a session: 1 to 64 of/],
  ['http://localhost', { session: 'a/b' }, /session must be the name of a session: 1 to 64 of/],
  ['http://localhost', { sesion: 'a' }, /sesion is not an option of connectMockServer/],
])('%s with %j throws at once', (url, options, message) => {
  expect(() => connectMockServer(url, options)).toThrow(TypeError)
  expect(() => connectMockServer(url, options)).toThrow(message)
})

test('it rejects after a redirect, which it does not follow', async () => {
  await using other = await listen((_request, response) =>
    response.writeHead(302, { location: server.url }).end(),
  )
  await expect(connectMockServer(other.url).plants()).rejects.toThrow('No mock control API at')
})
