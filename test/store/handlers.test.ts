// createHandlers: which addresses its handlers answer.
import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import { connectMockServer, createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition } from '../harness/addition.ts'

test.each([
  ['https://plants.example.com:443/v1', 'https://plants.example.com/v1'],
  ['https://plants.example.com/x/../v1', 'https://plants.example.com/v1'],
  ['HTTPS://PLANTS.example.com/v1/', 'https://plants.example.com/v1'],
  [new URL('https://plants.example.com/v1'), 'https://plants.example.com:443/v1'],
  ['*', 'https://plants.example.com/v1'],
  ['https://*.example.com/v1', 'https://plants.example.com/v1'],
])('a handler for %s answers at %s', async (baseUrl, address) => {
  const store = createMockStore()
  const request = new Request(`${address}/plants`, addition())
  const response = await getResponse(createHandlers(store, { baseUrl }), request)
  expect(response?.status).toBe(successStatus)
  expect(store.plants).toHaveLength(1)
})

test('a handler for any address leaves the control API of a mock server alone', async () => {
  await using server = await startMockServer({ port: 0 })
  const store = createMockStore({ accessTokens: ['of-the-store'] })
  const msw = setupServer(...createHandlers(store))
  msw.listen()
  try {
    for (const session of [undefined, 'a'])
      await connectMockServer(server.url, { session }).addPlants([{ id: 1, name: 'Hoya' }])
    expect(server.store.plants).toHaveLength(1)
    expect(server.session('a').plants).toHaveLength(1)
    expect(store.requests).toEqual([])
    const { status } = await fetch(`${server.url}/plants`, { method: 'POST' })
    expect([status, store.requests.length]).toEqual([401, 1])
  } finally {
    msw.close()
  }
})
