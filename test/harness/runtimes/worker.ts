// Runs in workerd: a request starts the checks.
import { createMockStore } from 'plant-store-client/mock'
import { holdClient } from './client.ts'
import { holdStoreFetch } from './expectations.ts'
import type { Live } from './live.ts'
import { UNCONNECTED, UNRESOLVED } from './network.ts'
import type { Result } from './result.ts'

const UNTOLD = 'workerd says "Network connection lost." whether or not there ever was one'

async function prove(live: Live): Promise<Result[]> {
  return [
    ...(await holdClient(live, {
      inspect: [],
      cannot: {
        [UNCONNECTED]: UNTOLD,
        [UNRESOLVED]: UNTOLD,
      },
    })),
    ...(await holdStoreFetch(createMockStore)),
  ]
}

export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await prove((await request.json()) as Live)),
}
