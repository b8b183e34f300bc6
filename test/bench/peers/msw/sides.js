// What answers `fetch` in each round; each side makes itself ready and gives the fetch to call.
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'

const server = setupServer()
server.listen()
const store = createMockStore()

const intercepted =
  (...handlers) =>
  () => {
    server.resetHandlers(...handlers)
    return globalThis.fetch
  }

export const sides = {
  'a handler of one line': intercepted(
    http.post('*/plants', () => HttpResponse.json({ name: 'a' })),
  ),
  'createHandlers(store)': intercepted(...createHandlers(store)),
  'store.fetch, without msw': () => store.fetch,
}
