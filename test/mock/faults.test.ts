// A fault of the mock itself looks the same through every transport.
import { setupServer } from 'msw/node'
import { setupServer as setupServer2 } from 'msw-2/node'
import { createMockApp, createMockStore, type MockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, expect, test, vi } from 'vitest'
import { packageWithMsw2 } from '../support/package-with-msw-2.ts'

const underMsw2 = await packageWithMsw2()

const init = {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Monstera"}',
}

/** How each transport answers a request. */
const transports: Record<string, (store: MockStore) => Promise<Response>> = {
  'store.fetch': store => store.fetch('https://a.test/plants', init),
  socket: async store => {
    await using server = await startMockServer({ store, port: 0 })
    const response = await fetch(`${server.url}/plants`, init)
    return new Response(await response.text(), response)
  },
  'msw 3': async store => {
    const server = setupServer(...createHandlers(store))
    server.listen()
    return fetch('https://a.test/plants', init).finally(() => server.close())
  },
  'msw 2': async store => {
    const server = setupServer2(...underMsw2.createHandlers(store))
    server.listen()
    return fetch('https://a.test/plants', init).finally(() => server.close())
  },
}

afterEach(() => vi.unstubAllGlobals())

test.each(Object.entries(transports))(
  'through %s it is a 500 with an Error',
  async (_name, send) => {
    // A page or a test may break the globals of the realm. Nothing but the mock sleeps for 123 ms.
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (callback: () => void, ms?: number) => {
      if (ms === 123) throw new Error('No timers here')
      return setTimeout(callback, ms)
    })
    const store = createMockStore({ latency: 123 })
    const response = await send(store)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    const message = 'The mock failed: No timers here'
    expect(await response.json()).toEqual({ error: 500, message })
    expect(store.requests).toMatchObject([{ status: 500, reason: message }])
  },
)

test('through the control API it is a 500 too, even if it is a TypeError', async () => {
  const app = createMockApp()
  const headers = { 'content-type': 'application/json' }
  vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new TypeError('No time here')
  })
  const response = await app
    .fetch('https://a.test/__mock/reset', { method: 'POST', headers })
    .finally(() => vi.restoreAllMocks())
  const message = 'The mock failed: No time here'
  expect([response.status, await response.json()]).toEqual([500, { error: 500, message }])
})
