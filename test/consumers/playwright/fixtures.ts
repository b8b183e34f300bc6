// #region fixtures
import { test as base } from '@playwright/test'
import { connectMockServer, type MockServerConnection } from 'plant-store-client/mock'

/** `mock` is the store of the test's own session. The page's requests name it in a header. */
export const test = base.extend<{ mock: MockServerConnection }>({
  extraHTTPHeaders: async ({ baseURL: _ }, use, { testId, retry }) =>
    use({ 'x-mock-session': `${testId}-${retry}` }),
  mock: async ({ extraHTTPHeaders }, use) =>
    use(
      connectMockServer('http://127.0.0.1:4010', { session: extraHTTPHeaders?.['x-mock-session'] }),
    ),
})

export { expect } from '@playwright/test'
// #endregion
