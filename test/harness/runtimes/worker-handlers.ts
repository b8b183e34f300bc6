// Runs in workerd, where msw has no requests to intercept: its handlers, asked by hand.
import { getResponse } from 'msw'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { ANYWHERE, holdExpectations } from './expectations.ts'

export default {
  fetch: async (): Promise<Response> =>
    Response.json(
      await holdExpectations('msw', 'msw 3', ({ options }) => {
        const handlers = createHandlers(createMockStore(options))
        return {
          url: ANYWHERE,
          fetch: async (url, init) =>
            (await getResponse(handlers, new Request(url, init))) ?? Response.error(),
        }
      }),
    ),
}
