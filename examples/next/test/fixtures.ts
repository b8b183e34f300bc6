import { test as base } from '@playwright/test'
import { connectMockServer, type MockServerConnection } from 'plant-store-client/mock'

/** `mock` is the store of the test's own session. The page tells Next which one, and app/client.ts passes it on. */
export const test = base.extend<{ mock: MockServerConnection }>({
  mock: [
    async ({ context, baseURL }, provide, { testId, retry }) => {
      const session = `${testId}-${retry}`
      const mock = connectMockServer('http://127.0.0.1:4023', { session })
      await mock.reset() // a rerun in watch mode has the same session
      await context.route(`${baseURL}/**`, route =>
        route.continue({ headers: { ...route.request().headers(), 'x-mock-session': session } }),
      )
      await provide(mock)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
