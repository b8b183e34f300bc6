// However many failures are pending, each request is answered at once, and they are bounded.

import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

test('16,000 pending failures are as fast as a few', async () => {
  const store = createMockStore({ maxRequests: 0 })
  const statusOf = async (id: number) => {
    const response = await store.fetch('https://a.test/plants', {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ id, name: 'Monstera' }),
    })
    return response.status
  }
  for (let id = 0; id < 16_000; id++) store.failNext({ status: 503 }, { match: { id } })
  for (let count = 0; count < 16_000; count++) store.failNext({ status: 500 })
  // A queue that moves its entries at each request would take minutes.
  for (let id = 0; id < 16_000; id++) expect(await statusOf(id)).toBe(503)
  for (let count = 0; count < 16_000; count++) expect(await statusOf(-1)).toBe(500)
  expect(await statusOf(-1)).toBe(successStatus)
})

test('more failures than the mock can keep are refused, and those that it has stay', () => {
  const store = createMockStore()
  const failure = { status: 500, body: 'x'.repeat(2 ** 23) }
  for (let count = 0; count < 3; count++) store.failNext(failure)
  expect(() => store.failNext(failure)).toThrow('The mock keeps no more failures and holds')
  store.reset()
  store.failNext(failure)
})
