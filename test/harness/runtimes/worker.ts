// Runs in workerd: one request starts the checks, and each rule has a path with a store behind it.
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { rules } from '../mock-rules.ts'
import { holdClient } from './client.ts'
import type { Live } from './live.ts'
import type { Result } from './result.ts'
import { holdStoreFetch } from './rules.ts'

const UNTOLD = 'workerd says "Network connection lost." whether or not there ever was one'

async function prove(live: Live): Promise<Result[]> {
  return [
    ...(await holdClient(live, {
      inspect: [],
      cannot: {
        'a refused connection is a network error, and nothing was added': UNTOLD,
        'a name that is not resolved is a network error, and nothing was added': UNTOLD,
      },
    })),
    ...(await holdStoreFetch(createMockStore)),
  ]
}

const stores = new Map<string, MockStore>()

export default {
  async fetch(request: Request, env: unknown): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/prove') return Response.json(await prove((await request.json()) as Live))

    const index = /^\/(\d+)\//.exec(pathname)?.[1] ?? ''
    const store = stores.get(index) ?? createMockStore(rules[Number(index)]?.options)
    stores.set(index, store)
    return store.fetch(request, env as RequestInit)
  },
}
