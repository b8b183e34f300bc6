// Runs in a browser's page.
import { setupWorker } from 'msw/browser'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { holdClient, SENDS_ONCE, UNCONNECTED, UNRESOLVED } from './client.ts'
import { holdExpectations, holdStoreFetch } from './expectations.ts'
import type { Result } from './result.ts'
import type { Live } from './services.ts'

const UNTOLD = 'browsers do not report that no connection was made, but "Failed to fetch"'
const RESENDS = 'Chromium repeats a POST by itself if a connection that was used before is lost'

/** What the driver asks of the page. */
export interface Page {
  prove(live: Live): Promise<Result[]>
}

const page: Page = {
  async prove(live) {
    const client = await holdClient(live, {
      cannot: { [UNCONNECTED]: UNTOLD, [UNRESOLVED]: UNTOLD, [SENDS_ONCE]: RESENDS },
    })
    const storeFetch = await holdStoreFetch(createMockStore, {
      '204: a preflight': 'a page cannot set the headers of a preflight',
    })
    const worker = setupWorker()
    await worker.start({ quiet: true })
    const msw = await holdExpectations('msw', 'browser', ({ options }) => {
      worker.resetHandlers(...createHandlers(createMockStore(options)))
      return { url: `${location.origin}/v1`, fetch: (...call) => fetch(...call) }
    })
    return [...client, ...storeFetch, ...msw]
  },
}
Object.assign(globalThis, { page })
