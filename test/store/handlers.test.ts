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
])('createHandlers matches one base address, %s: it answers at %s', async (baseUrl, address) => {
  const handlers = createHandlers(createMockStore(), { baseUrl })
  const statuses = []
  for (const url of [address, 'https://b.test/v1'])
    statuses.push((await getResponse(handlers, new Request(`${url}/plants`, addition())))?.status)
  expect(statuses).toEqual([successStatus, baseUrl === '*' ? successStatus : undefined])
})

test('createHandlers matches any base address by default, and leaves the control API of a mock server alone', async () => {
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
