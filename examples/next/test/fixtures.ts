import { test as base, type TestInfo } from '@playwright/test'
import { connectMockServer, type MockServerConnection } from 'plant-store-client/mock'

/** File and title, shortened in the middle, so that a person finds the session in the console. */
function nameOf({ titlePath, testId, retry }: TestInfo): string {
  const title = titlePath.join('-').replace(/[^\w.]+/g, '-')
  const shown = title.length > 50 ? `${title.slice(0, 24)}..${title.slice(-24)}` : title
  return `${shown}-${testId.slice(-8)}-${retry}` // no other test has the same
}

/** `mock` is the store of the test's own session. The page tells Next which one, and app/client.ts passes it on. */
export const test = base.extend<{ mock: MockServerConnection }>({
  mock: [
    async ({ context, baseURL }, provide, testInfo) => {
      const session = nameOf(testInfo)
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
