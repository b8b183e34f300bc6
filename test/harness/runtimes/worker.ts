// Runs in workerd: a request starts the checks.
import { createMockStore } from 'plant-store-client/mock'
import { holdClient, UNCONNECTED, UNRESOLVED } from './client.ts'
import { holdStoreFetch } from './expectations.ts'
import type { Live } from './services.ts'

const UNTOLD = 'Workers do not report that no connection was made, but "Network connection lost."'

export default {
  async fetch(request: Request): Promise<Response> {
    const live: Live = await request.json()
    const cannot = { [UNCONNECTED]: UNTOLD, [UNRESOLVED]: UNTOLD }
    const results = [
      ...(await holdClient(live, { cannot })),
      ...(await holdStoreFetch(createMockStore)),
    ]
    return Response.json(results)
  },
}
