// The journal has a limit in memory, which counts everything that it keeps of a request; for bodies see
// heavy-bodies.test.ts.
import { once } from 'node:events'
import { request } from 'node:http'
import { http } from 'msw'
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'

const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
const BODY = '{"id":1,"name":"Monstera"}'

const post = (store: MockStore, init: RequestInit = {}, path = '/plants') =>
  store.fetch(`https://a.test${path}`, { method: 'POST', headers, body: BODY, ...init })

const MEGABYTE = 'x'.repeat(1_000_000)
const MEGABYTE_BODY = JSON.stringify(MEGABYTE)

test.each<[string, number, (store: MockStore) => Promise<unknown>]>([
  ['URLs', 34, store => post(store, {}, `/plants?${MEGABYTE}`)],
  ['URLs and reasons that name them', 17, store => post(store, {}, `/${MEGABYTE}`)],
  ['headers', 34, store => post(store, { headers: { ...headers, 'x-long': MEGABYTE } })],
  [
    'bodies of failures',
    34,
    store => {
      store.failNext({ status: 500, body: MEGABYTE })
      return post(store)
    },
  ],
  [
    'headers of failures',
    34,
    store => {
      store.failNext({ status: 500, headers: { 'x-long': MEGABYTE } })
      return post(store)
    },
  ],
])('%s', async (_what, limit, send) => {
  const store = createMockStore()
  for (let count = 0; count < 50; count++) await send(store)
  const { requests } = store
  expect(requests.at(-1)?.number).toBe(50)
  expect(requests.length).toBeLessThan(limit)
})

test('responses, beside URLs and reasons', async () => {
  const store = createMockStore({ maxRequests: 10_000 })
  const path = `/${'x'.repeat(4_000)}`
  for (let count = 0; count < 3_000; count++) await store.fetch(`https://a.test${path}`)
  const { requests } = store
  expect(requests.at(-1)?.number).toBe(3_000)
  expect(requests.length).toBeLessThan(2_800)
})

test('headers of the responses of msw handlers', async () => {
  await using server = await startMockServer({ port: 0 })
  const { port, store } = server
  server.use(http.get('*/x', () => new Response(null, { headers: { 'x-long': MEGABYTE } })))
  for (let count = 0; count < 50; count++) {
    const sent = request({ port, path: '/x', maxHeaderSize: 2 ** 21 }).end()
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
  }
  const { requests } = store
  expect(requests.at(-1)).toMatchObject({ number: 50, handler: true })
  expect(requests.length).toBeLessThan(34)
})

test('headers over a socket', async () => {
  await using server = await startMockServer({ port: 0, maxRequests: 10_000 })
  const head = `GET /x HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(15_000)}\r\n`
  const last = `${head}Connection: close\r\n\r\n`
  await rawRequest(server.port, `${head}\r\n`.repeat(2_399) + last)
  const { requests } = server.store
  expect(requests.at(-1)?.number).toBe(2_400)
  expect(requests.length).toBeLessThan(2_300)
})

const numbers = (store: MockStore) => store.requests.map(({ number }) => number)

test('the older half goes', async () => {
  const store = createMockStore()
  for (let count = 0; count < 34; count++) await post(store, { body: MEGABYTE_BODY })
  expect(numbers(store)).toEqual(Array.from({ length: 17 }, (_, index) => index + 18))
  for (let count = 0; count < 10; count++) await post(store, { body: MEGABYTE_BODY })
  expect(numbers(store)).toEqual(Array.from({ length: 27 }, (_, index) => index + 18))
})

test('the last request stays, however long it is', async () => {
  const store = createMockStore({ maxBodyBytes: 2 ** 26 })
  await post(store)
  await post(store)
  const { status } = await post(store, { body: `"${'x'.repeat(2 ** 25)}"` })
  expect(status).toBe(400) // as if it were short
  expect(numbers(store)).toEqual([3])
  await post(store)
  expect(numbers(store)).toEqual([4])
})
