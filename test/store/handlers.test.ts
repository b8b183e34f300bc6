// createHandlers: which addresses its handlers answer, and the requests that they share with others.
import { getResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { connectMockServer, createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
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

describe('Handlers of createHandlers share a request with others', () => {
  const url = 'https://plants.example.com/plants'

  test.each(['request:match', 'response:mocked'] as const)(
    'a listener of %s can read its body',
    async event => {
      const init = addition()
      const bodies: string[] = []
      const server = setupServer(...createHandlers())
      server.events.on(event, ({ request }) => void request.text().then(text => bodies.push(text)))
      server.listen()
      try {
        expect((await fetch(url, init)).status).toBe(successStatus)
        await expect.poll(() => bodies).toEqual([init.body])
      } finally {
        server.close()
      }
    },
  )

  test('a handler that reads the body and answers nothing is told to read a clone', async () => {
    const reads = http.post('*/plants', async ({ request }) => void (await request.json()))
    const responding = getResponse([reads, ...createHandlers()], new Request(url, addition()))
    await expect(responding).rejects.toThrow('let it read a clone: request.clone()')
  })
})
