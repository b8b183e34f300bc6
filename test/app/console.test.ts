// The console of a session, served by Node; test/harness/runtimes opens that of workerd.
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { skipped } from '../harness/browser.ts'
import { holdConsole } from '../harness/runtimes/console.ts'

test.skipIf(skipped)('the console shows what happens in its session', async () => {
  await using server = await startMockServer({ port: 0 })
  const [result] = await holdConsole(`${server.url}/~a`)
  expect(result).toEqual({ part: 'app', name: expect.any(String) })
  expect(server.session('a').plants).toHaveLength(1)
  expect(server.store.requests).toEqual([])
})
