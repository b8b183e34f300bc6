// Pages see network errors that browsers normally retry: no connection of a browser is used twice.

import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { HEADERS, heldRequest, plant } from '../harness/addition.ts'
import { skipped, startBrowser } from '../harness/browser.ts'

test.skipIf(skipped)('a browser does not retry a request that got a network error', async () => {
  await using mock = await startMockServer({ port: 0 })
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
  mock.store.failNext('network-error') // over the connection of the preflight
  expect(await send()).toBe('TypeError')
  expect(await send()).toBe(successStatus)
  mock.store.failNext('network-error', { times: 2 }) // over the connection of that success
  for (const outcome of ['TypeError', 'TypeError', successStatus])
    expect(await send()).toBe(outcome)
  const hold = mock.store.holdNext()
  const sending = send()
  await heldRequest(hold, sending)
  hold.release('network-error')
  expect(await sending).toBe('TypeError')
  const statuses = mock.store.requests.map(({ status = 0 }) => status)
  expect(statuses).toEqual([0, successStatus, 0, 0, successStatus, 0])
})
