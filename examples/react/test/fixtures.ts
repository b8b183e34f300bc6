// #region fixture
import { test as base } from '@playwright/test'
import { connectMockServer, type MockServerConnection } from 'plant-store-client/mock'

const url = 'http://127.0.0.1:4020'

/** `mock` is the store of the test's own session, which the requests of the page name by a header. */
export const test = base.extend<{ mock: MockServerConnection }>({
  mock: [
    async ({ context }, provide, { testId, retry }) => {
      const session = `${testId}-${retry}`
      const mock = connectMockServer(url, { session })
      await mock.reset() // a rerun in watch mode has the same session
      await context.route(`${url}/**`, route =>
        route.continue({ headers: { ...route.request().headers(), 'x-mock-session': session } }),
      )
      await provide(mock)
    },
    { auto: true },
  ],
})
// #endregion

export { expect } from '@playwright/test'
