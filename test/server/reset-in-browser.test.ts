// Pages see network errors that browsers normally retry: no connection of a browser is used twice.

import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { HEADERS, plant } from '../harness/addition.ts'
import { skipped, startBrowser } from '../harness/browser.ts'

/** What a page sees of a request to the mock. */
async function withPage(run: (mock: MockServer, send: () => Promise<unknown>) => Promise<void>) {
  await using mock = await startMockServer({ port: 0, randomSeed: 1 })
  await using elsewhere = await startMockServer({ port: 0 })
  await using browser = await startBrowser()
  const page = await browser.newPage()
  await page.goto(`${elsewhere.url}/plants`) // the console, at the root, may connect to its own server alone
  const send = () =>
    page.evaluate(
      ([url, init]) =>
        fetch(`${url}/plants`, init).then(
          ({ status }) => status,
          ({ name }) => name,
        ),
      [mock.url, { method: 'POST', headers: HEADERS, body: plant() }] as const,
    )
  await run(mock, send)
}

const SENT_ONCE = 'a browser does not retry a request that got a network error'

test.skipIf(skipped)(`${SENT_ONCE} that was injected`, () =>
  withPage(async (mock, send) => {
    mock.store.failNext('network-error') // over the connection of the preflight
    expect(await send()).toBe('TypeError')
    expect(await send()).toBe(successStatus)
    mock.store.failNext('network-error', { times: 2 }) // over the connection of that success
    for (const outcome of ['TypeError', 'TypeError', successStatus])
      expect(await send()).toBe(outcome)
    expect(mock.store.requests.map(({ status = 0 }) => status)).toEqual([0, 200, 0, 0, 200])
  }),
)

test.skipIf(skipped)(`${SENT_ONCE} when it was released`, () =>
  withPage(async (mock, send) => {
    expect(await send()).toBe(successStatus)
    for (const count of [2, 3]) {
      const hold = mock.store.holdNext() // over the connection of that success
      const sending = send()
      await hold.arrived
      hold.release('network-error')
      expect(await sending, `request ${count}`).toBe('TypeError')
      expect(mock.store.requests).toHaveLength(count)
    }
    expect(await send()).toBe(successStatus)
    mock.store.holdNext()
    const sending = send()
    await expect.poll(() => mock.store.requests.at(-1)?.inFlight).toBe('held')
    mock.store.reset()
    expect(await sending).toBe('TypeError')
    expect(mock.store.requests).toEqual([])
  }),
)
