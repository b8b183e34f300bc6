// Each way to a store on Node: its base address, and the fetch that reaches it.
import { setupServer } from 'msw/node'
import { setupServer as setupServer2 } from 'msw-2/node'
import type { MockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'
import { packageWithMsw2 } from './package-with-msw-2.ts'

const underMsw2 = await packageWithMsw2()

const BASE = 'https://a.test/v1'

interface Transport {
  url: string
  fetch: typeof fetch
  close(): void | Promise<void>
}

export const transports: Record<string, (store: MockStore) => Transport | Promise<Transport>> = {
  'store.fetch': (store: MockStore) => ({
    url: BASE,
    fetch: store.fetch as typeof fetch,
    close() {},
  }),
  socket: async (store: MockStore) => {
    const { url, close } = await startMockServer({ store, port: 0, basePath: '/v1' })
    return { url, fetch, close }
  },
  'msw 3': (store: MockStore) => {
    const server = setupServer(...createHandlers(store))
    server.listen({ onUnhandledFrame: 'error' })
    return { url: BASE, fetch: globalThis.fetch, close: () => server.close() }
  },
  'msw 2': (store: MockStore) => {
    const server = setupServer2(...underMsw2.createHandlers(store, { baseUrl: `${BASE}/` }))
    server.listen({ onUnhandledRequest: 'error' })
    return { url: BASE, fetch: globalThis.fetch, close: () => server.close() }
  },
}
