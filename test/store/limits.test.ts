// What bounds a mock: a few counts that all its sessions share. Each is stated here as users read it.
import { PlantStoreClient } from 'plant-store-client'
import { createMockApp, type MockApp, type MockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  add,
  addHeld,
  change,
  controlRefusalOf,
  HEADERS,
  heldRequest,
  nextRequest,
  plant,
  refusalOf,
} from '../harness/addition.ts'

const count = <T>(length: number, create: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => create(index))

describe('all sessions share 256 MiB of plants, as they were sent', () => {
  /** A quarter of that: each plant counts for its JSON and 128 bytes more. */
  const quarter = (id: number) => ({
    id,
    name: 'x'.repeat(2 ** 26 - 128 - '{"id":1,"name":""}'.length),
  })
  const FULL = 'The mock has no room for more plants: reset it to remove them'

  test('another one gets a 507, addPlants throws, and what is there stays', async () => {
    const app = createMockApp()
    app.session('a').addPlants([1, 2, 3, 4].map(quarter))
    expect(await refusalOf(add(app.store))).toEqual([507, FULL])
    expect(app.store.requests).toMatchObject([{ status: 507, reason: FULL }])
    const message = 'The mock has no room for these plants: reset it to remove others'
    expect(() => app.store.addPlants([{ id: 1, name: 'a' }])).toThrow(message)
    const seeds = change('POST', [{ id: 1, name: 'a' }])
    const refused = app.fetch('https://a.test/__mock/plants', seeds)
    expect(await controlRefusalOf(refused)).toEqual([507, message])
    expect(app.session('a').plants).toHaveLength(4)
    expect(app.store.plants).toEqual([])
  })

  test('what addPlants adds counts in bytes of UTF-8', () => {
    const app = createMockApp()
    const name = 'é'.repeat((2 ** 26 - 128 - '{"id":1,"name":""}'.length) / 2)
    app.store.addPlants([1, 2, 3, 4].map(id => ({ id, name })))
    expect(() => app.store.addPlants([{ id: 5, name: 'a' }])).toThrow('has no room')
  })

  test.each<[string, (app: MockApp) => unknown]>([
    ['a reset', app => app.session('a').reset()],
    ['its end to make room for another one', app => ['y', 'z'].map(name => app.session(name))],
  ])('the room of a session comes back after %s', (_name, end) => {
    const app = createMockApp({ maxSessions: 2 })
    app.session('a').addPlants([1, 2, 3, 4].map(quarter))
    end(app)
    app.store.addPlants([quarter(5)])
  })

  test('those of the options do not count', async () => {
    const app = createMockApp({ plants: [quarter(1)] })
    for (const session of ['a', 'b', 'c', 'd', 'e'])
      expect((await add(app.session(session))).status, session).toBe(successStatus)
    app.session('a').addPlants([1, 2, 3].map(quarter))
    expect(app.session('b').plants).toHaveLength(2)
  })
})

test('all sessions share 256 MiB of bodies arriving at a time: a 503 has Retry-After, so the client tries again', async () => {
  const { session, store } = createMockApp({ maxBodyBytes: 2 ** 29 })
  const { readable, writable } = new TransformStream<Uint8Array>()
  const arriving = add(store, readable)
  const writer = writable.getWriter()
  await writer.write(new Uint8Array(2 ** 28))
  const { fetch } = session('a')
  const client = new PlantStoreClient({ baseUrl: 'https://a.test', accessToken: 'token', fetch })
  const refused = nextRequest(session('a'))
  const calling = client.addPlant({ id: 1, name: 'Hoya' })
  const headers = { 'retry-after': '1' }
  expect(await refused).toMatchObject({ status: 503, response: { headers } })
  await writer.abort()
  expect((await arriving).status).toBe(400)
  expect((await calling).ok).toBe(true)
})

describe('all sessions share journals of 10,000 requests', () => {
  /** Sends requests that are refused, one after the other. */
  async function refuse(store: MockStore, requests: number) {
    for (let sent = 0; sent < requests; sent++) await store.fetch('https://a.test/x')
  }
  /** The numbers of the first and the last request of a journal, and how many there are. */
  const range = ({ requests }: MockStore) => [
    requests[0]?.number,
    requests.at(-1)?.number,
    requests.length,
  ]

  test('the session idle longest loses its oldest first', async () => {
    const app = createMockApp({ maxRequests: 20_000 })
    const [a, b, c] = [app.session('a'), app.session('b'), app.session('c')]
    await refuse(a, 3)
    await refuse(b, 9_997)
    await refuse(c, 2)
    const ranges = () => [a, b, c].map(range).map(String)
    expect(ranges()).toEqual(['3,3,1', '1,9997,9997', '1,2,2'])
    await refuse(a, 1) // now b has been idle longest
    expect(ranges()).toEqual(['3,4,2', '2,9997,9996', '1,2,2'])
    await refuse(c, 9_999) // in the end it loses its own
    expect(ranges()).toEqual([',,0', ',,0', '2,10001,10000'])
  })

  test.each<[name: string, end: (app: MockApp) => unknown]>([
    ['its end', app => app.endSession('a')],
    ['its clearing', app => app.fetch('https://a.test/~a/__mock/requests', change('DELETE'))],
  ])('the room of a session comes back after %s', async (_name, end) => {
    const app = createMockApp({ maxRequests: 20_000, maxSessions: 2 })
    await refuse(app.store, 1)
    await refuse(app.session('a'), 5_000)
    await end(app)
    await refuse(app.session('b'), 9_999)
    expect(range(app.store)).toEqual([1, 1, 1])
    expect(range(app.session('b'))).toEqual([1, 9_999, 9_999])
  })
})

describe('all sessions share journals of 64 MiB', () => {
  /** A request that takes 2 MiB, and some bytes of bookkeeping, of which 31 fit. */
  const send = async (store: MockStore, requests: number) => {
    for (let sent = 0; sent < requests; sent++)
      await store.fetch(`https://a.test/plants?${'x'.repeat(2 ** 20)}`)
  }

  test('bodies, responses and their headers count', async () => {
    const app = createMockApp({ maxRequests: 10_000 })
    const text = 'x'.repeat(16_000)
    const headers = { a: text }
    app.store.failNext({ status: 503, body: text, headers }, { times: Infinity })
    for (let sent = 0; sent < 700; sent++) await add(app.store, text, { headers: { b: text } })
    // Four texts take 128,000 bytes, and the bookkeeping of a request more than 1,024.
    const { length } = app.store.requests
    expect(length).toBeGreaterThan(500)
    expect(length).toBeLessThanOrEqual(2 ** 26 / 129_024)
  })

  test('the oldest are lost first, and the room comes back after a reset', async () => {
    const app = createMockApp()
    const [a, b, c] = [app.session('a'), app.session('b'), app.session('c')]
    await send(a, 33)
    expect(a.requests.map(({ number }) => number)).toEqual(count(31, index => index + 3))
    a.reset()
    await send(b, 15)
    await send(c, 16)
    expect(b.requests).toHaveLength(15)
  })
})

describe('all sessions share 500 requests held, delayed or left without an answer', () => {
  const MESSAGE =
    'Too many requests are in flight: release some that are held, or lower the latency'

  /** Sends 500 requests in four sessions. */
  const send500 = (app: MockApp, signal: AbortSignal | null = null) =>
    Promise.allSettled(
      count(500, index => add(app.session(String(index % 4)), plant(index), { signal })),
    )

  const inFlight = (app: MockApp) =>
    app.sessions.flatMap(name => app.session(name).requests.filter(each => each.inFlight)).length

  async function isRefused(app: MockApp) {
    const response = await add(app.store)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await refusalOf(response)).toEqual([503, MESSAGE])
    expect(app.store.requests.at(-1)).toMatchObject({ status: 503, reason: MESSAGE })
    expect(app.store.plants).toEqual([])
  }

  test('another one to be held or left without an answer gets a 503 with Retry-After; the hold is for the next', async () => {
    const app = createMockApp()
    const holds = count(500, index => app.session(String(index % 4)).holdNext())
    const sent = send500(app)
    await Promise.all(holds.map(({ arrived }) => arrived))
    app.store.failNext('no-answer')
    await isRefused(app)
    expect(app.store.requests.at(-1)).toMatchObject({ failure: 'no-answer' })
    app.store.clearFailures()
    const hold = app.store.holdNext()
    await isRefused(app)
    holds[0]?.release()
    await expect.poll(() => inFlight(app)).toBe(499)
    const responding = add(app.store)
    expect(await heldRequest(hold, responding)).toMatchObject({ number: 3 })
    for (const each of [hold, ...holds]) each.release()
    expect((await responding).status).toBe(successStatus)
    for (const result of await sent)
      expect(result).toMatchObject({ status: 'fulfilled', value: { status: successStatus } })
  })

  test('another one to be delayed gets a 503 with Retry-After, whatever it would have been answered', async () => {
    const app = createMockApp({ latency: 60_000, accessTokens: ['token'] })
    const leaving = new AbortController()
    const sent = send500(app, leaving.signal)
    await expect.poll(() => inFlight(app)).toBe(500)
    await isRefused(app)
    app.store.failNext({ status: 418 })
    const headers = { ...HEADERS, authorization: 'Bearer other' }
    expect((await add(app.store, plant(), { headers })).status).toBe(503)
    leaving.abort()
    await sent
    app.store.updateSettings({ latency: 1 })
    expect((await add(app.store)).status).toBe(418) // the failure was left to it
  })

  test.each<[string, (app: MockApp, leaving: AbortController) => void]>([
    ['a reset', app => count(4, index => app.session(String(index)).reset())],
    ['the clients have left', (_app, leaving) => leaving.abort()],
  ])('the room comes back after %s', async (_what, end) => {
    const app = createMockApp()
    const leaving = new AbortController()
    for (let round = 0; round < 2; round++) {
      const holds = count(500, index => app.session(String(index % 4)).holdNext())
      const sent = send500(app, leaving.signal)
      await Promise.all(holds.map(({ arrived }) => arrived))
      end(app, leaving)
      for (const { status } of await sent) expect(status).toBe('rejected')
      if (leaving.signal.aborted) break
    }
    const { responding, release } = await addHeld(app.store)
    release()
    expect((await responding).status).toBe(successStatus)
  })
})
