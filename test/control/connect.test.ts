// connectMockServer: the store of a server in another process.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer } from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let server: MockServer
let client: PlantStoreClient
beforeEach(async () => {
  server = await startMockServer({ port: 0, basePath: '/v1' })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries: 0 })
})
afterEach(() => server.close())

test('plants and requests equal those of the store, ids and times included', async () => {
  await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
  await client.addPlant({ id: 9223372036854775807n, name: 'Hoya' })
  await fetch(`${server.url}/plants`, { method: 'POST', body: 'no token' })
  const mock = connectMockServer(server.url)
  expect(await mock.plants()).toEqual(server.store.plants)
  expect(await mock.requests()).toEqual(server.store.requests)
  expect((await mock.requests())[1]?.body).toEqual({ id: 9223372036854775807n, name: 'Hoya' })
  expect((await mock.requests())[0]?.time).toBeInstanceOf(Date)
})

test('failNext fails the next requests, by default one', async () => {
  const mock = connectMockServer(server.url)
  await mock.failNext({ status: 418, body: { error: 7, message: 'No.' } })
  await mock.failNext('malformed-json', { times: 2 })
  const kinds: (string | undefined)[] = []
  for (const id of [1, 2, 3, 4])
    kinds.push((await client.addPlant({ id, name: 'Monstera' })).error?.kind)
  expect(kinds).toEqual(['api', 'unexpected-response', 'unexpected-response', undefined])
})

test('failNext can fail every request, until a reset', async () => {
  const mock = connectMockServer(server.url)
  await mock.failNext({ status: 500 }, { times: Infinity })
  expect((await client.addPlant({ id: 1, name: 'Monstera' })).ok).toBe(false)
  await mock.reset()
  expect(await mock.requests()).toEqual([])
  expect((await client.addPlant({ id: 1, name: 'Monstera' })).ok).toBe(true)
})

test('failNext rejects what the store would throw for', async () => {
  const mock = connectMockServer(new URL(server.url))
  await expect(mock.failNext('boom' as never)).rejects.toThrow(TypeError)
  await expect(mock.failNext('boom' as never)).rejects.toThrow(/one of network-error/)
  const circle = { status: 500, body: {} }
  circle.body = circle
  await expect(mock.failNext(circle)).rejects.toThrow(/cannot be written as JSON/)
  expect(() => server.store.failNext(circle)).toThrow(/body cannot be written as JSON/)
  await expect(mock.failNext('cut-short', { times: 0 })).rejects.toThrow(
    /times must be a positive integer/,
  )
})

test('session is the one of the option, or of the URL', async () => {
  const { origin } = new URL(server.url)
  const inPath = new PlantStoreClient({ baseUrl: `${origin}/~a/v1`, accessToken: 'token' })
  await inPath.addPlant({ id: 1, name: 'Monstera' })
  for (const mock of [
    connectMockServer(server.url, { session: 'a' }),
    connectMockServer(`${origin}/~a/v1`),
    connectMockServer(`${origin}/~a`, { session: 'a' }),
  ])
    expect(await mock.plants()).toEqual([{ id: 1, name: 'Monstera' }])
  expect(await connectMockServer(server.url).plants()).toEqual([])
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

test('A malformed URL throws at once', () => {
  expect(() => connectMockServer('nowhere')).toThrow(TypeError)
})

describe('Without a mock server it rejects', () => {
  async function served(listener: RequestListener) {
    const other = createServer(listener)
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const plants = await connectMockServer(`http://127.0.0.1:${port}`)
      .plants()
      .catch(error => error)
    other.close()
    other.closeAllConnections()
    return plants
  }

  test('nothing listens', async () => {
    await server.close()
    const plants = connectMockServer(server.url).plants()
    await expect(plants).rejects.toThrow(
      `No mock server at http://127.0.0.1:${server.port}: connect ECONNREFUSED`,
    )
  })

  test.each<[string, RequestListener]>([
    ['another server with JSON', (_request, response) => response.end('[]')],
    ['a page', (_request, response) => response.writeHead(404).end('<p>Not here</p>')],
    [
      'a redirection',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])('%s answers', async (_case, listener) => {
    const error = await served(listener)
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toMatch(/No mock control API at .*\. Check the URL and --no-control\./)
  })

  test('the control API is turned off', async () => {
    await using quiet = await startMockServer({ port: 0, control: false })
    await expect(connectMockServer(quiet.url).reset()).rejects.toThrow(
      /Check the URL and --no-control/,
    )
  })
})
