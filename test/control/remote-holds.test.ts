// Holds over control: whoever asks is told the request or the reason, also late.
import { PlantStoreClient } from 'plant-store-client'
import {
  connectMockServer,
  createMockApp,
  type MockServerConnection,
  type RemoteHold,
} from 'plant-store-client/mock'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let server: MockServer
let client: PlantStoreClient
let mock: MockServerConnection
beforeEach(async () => {
  server = await startMockServer({ port: 0 })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', maxRetries: 0 })
  mock = connectMockServer(server.url)
})
afterEach(() => server.close())

const add = (id = 1) => client.addPlant({ id, name: 'Monstera' })

/** Resolves once the server holds a request. */
const isHeld = () => expect.poll(() => server.store.requests.at(-1)?.pending).toBe('held')

describe('arrived, first read late, is the request as it arrived', () => {
  test.each<[string, (hold: RemoteHold) => unknown]>([
    ['after a release', hold => hold.release()],
    ['after a reset', () => mock.reset()],
    ['after a reset in the process', () => server.store.reset()],
    [
      'after many other holds',
      async hold => {
        await hold.release()
        for (let id = 0; id < 50; id++) {
          const other = await mock.holdNext()
          const adding = add(id)
          await other.arrived
          await other.release()
          await adding
        }
      },
    ],
  ])('%s', async (_case, end) => {
    const hold = await mock.holdNext()
    const adding = add()
    await isHeld()
    const inProcess = server.store.requests[0]
    await end(hold)
    await adding
    const request = await hold.arrived
    expect(request).toEqual(inProcess)
    expect(request).toMatchObject({ pending: 'held', body: { id: 1 } })
    await mock.reset()
    expect(await hold.arrived).toBe(request)
  })

  test('after its session was ended', async () => {
    const session = connectMockServer(server.url, { session: 'a' })
    const hold = await session.holdNext()
    const adding = fetch(`${server.url}/~a/plants`, { method: 'POST' })
    await expect.poll(() => server.session('a').requests.length).toBe(1)
    server.endSession('a')
    await expect(adding).rejects.toThrow(TypeError)
    expect(await hold.arrived).toMatchObject({ number: 1, pending: 'held', session: 'a' })
  })
})

describe('a hold that is over says why, to those who wait and to those who ask later', () => {
  test.each<[string, (hold: RemoteHold) => unknown, RegExp]>([
    ['released', hold => hold.release(), /released before a request arrived/],
    ['reset', () => mock.reset(), /The store was reset/],
    ['the session ended', () => server.endSession('a'), /The session a was ended$/],
  ])('%s', async (_case, end, reason) => {
    mock = connectMockServer(server.url, { session: 'a' })
    const [waiting, asked] = [await mock.holdNext(), await mock.holdNext()]
    const { arrived } = waiting
    await end(waiting)
    if (_case === 'released') await asked.release()
    await expect(arrived).rejects.toThrow(reason)
    await expect(asked.arrived).rejects.toThrow(reason)
    if (_case === 'released') return
    await expect(waiting.release()).rejects.toThrow(reason)
    await asked[Symbol.asyncDispose]()
  })

  test('the client of the request disconnected', async () => {
    const hold = await mock.holdNext()
    const abort = new AbortController()
    const adding = client.addPlant({ id: 1, name: 'Monstera' }, { signal: abort.signal })
    await hold.arrived
    abort.abort()
    await adding
    await expect.poll(() => server.store.requests[0]?.reason).toMatch(/disconnected/)
    await expect(hold.release()).rejects.toThrow(
      /The client disconnected while its request was held/,
    )
  })

  test('the server was closed: the connection is lost', async () => {
    const hold = await mock.holdNext()
    const { arrived } = hold
    await expect.poll(() => server.store.requests).toEqual([])
    await server.close()
    await expect(arrived).rejects.toThrow(/No response from a mock server at http:/)
    await expect(hold.release()).rejects.toThrow(/No response from a mock server.*ECONNREFUSED/)
  })
})

describe('release', () => {
  test('tells every caller that it was refused', async () => {
    const hold = await mock.holdNext()
    await mock.reset()
    const outcomes = await Promise.allSettled([hold.release(), hold.release(), hold.release()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  test('that was refused can be tried again', async () => {
    const hold = await mock.holdNext()
    const adding = add()
    await hold.arrived
    await expect(hold.release({ status: 99 })).rejects.toThrow(
      'failure/status must be an integer from 200 to 599',
    )
    await Promise.all([hold.release({ status: 503 }), hold.release()])
    expect((await adding).response?.status).toBe(503)
  })

  test('that was refused does not hide another one', async () => {
    const hold = await mock.holdNext()
    const adding = add()
    await hold.arrived
    const wrong = hold.release({ status: 99 })
    const right = hold.release({ status: 503 })
    await expect(wrong).rejects.toThrow(TypeError)
    await right
    expect((await adding).response?.status).toBe(503)
  })

  test('with a failure that the mock has no room for keeps the hold', async () => {
    const body = 'x'.repeat(1_000_000)
    const hold = await mock.holdNext()
    const local = server.store.holdNext()
    expect(() => {
      for (;;) server.store.failNext({ status: 418, body })
    }).toThrow(/keeps no more failures and holds/)
    await expect(hold.release({ status: 503, body })).rejects.toThrow(/keeps no more failures/)
    expect(() => local.release({ status: 503, body })).toThrow(/keeps no more failures/)

    await fetch(`${server.url}/__mock/failures`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    })
    const adding = add()
    expect(await hold.arrived).toMatchObject({ number: 1 })
    await hold.release({ status: 503 })
    expect((await adding).response?.status).toBe(503)
  })
})

describe('the server remembers holds that are over', () => {
  const app = createMockApp()
  const send = (method: string, path: string, body: string) =>
    app.fetch(`https://a.test${path}`, {
      method,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body,
    })

  /** Holds a request, releases it, and returns the path of the hold. */
  async function hold(body = '{}'): Promise<string> {
    const { id } = await (await send('POST', '/__mock/holds', '{}')).json()
    const path = `/__mock/holds/${id}`
    const adding = send('POST', '/plants', body)
    await app.fetch(`https://a.test${path}`)
    await send('POST', `${path}/release`, '{}')
    await adding
    return path
  }
  const statusOf = async (path: string) => (await app.fetch(`https://a.test${path}`)).status

  test('the last 1,000', async () => {
    const [first, second] = [await hold(), await hold()]
    for (let count = 0; count < 999; count++) await hold()
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  })

  test('fewer if their requests are long', async () => {
    const long = JSON.stringify('x'.repeat(1_000_000))
    const paths: string[] = []
    for (let count = 0; count < 5; count++) paths.push(await hold(long))
    expect(await Promise.all(paths.map(statusOf))).toEqual([404, 200, 200, 200, 200])
  })
})
