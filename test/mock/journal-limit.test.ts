// The journal has a limit in memory, which counts everything that it keeps of a request; for bodies see
// heavy-bodies.test.ts.
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
const BODY = '{"id":1,"name":"Monstera"}'

const post = (store: MockStore, init: RequestInit = {}, path = '/plants') =>
  store.fetch(`https://a.test${path}`, { method: 'POST', headers, body: BODY, ...init })

const MEGABYTE = 'x'.repeat(1_000_000)
test.each<[string, (store: MockStore) => Promise<unknown>]>([
  ['URLs', store => post(store, {}, `/plants?${MEGABYTE}`)],
  ['headers', store => post(store, { headers: { ...headers, 'x-long': MEGABYTE } })],
])('%s', async (_what, send) => {
  const store = createMockStore()
  for (let count = 0; count < 50; count++) await send(store)
  const { requests } = store
  expect(requests.at(-1)?.number).toBe(50)
  expect(requests.length).toBeLessThan(40)
})
