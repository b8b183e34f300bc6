// A connection that is reset is seen by a page, which a browser would rather spare it.
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { skipped, startBrowser } from '../support/browser.ts'

test.skipIf(skipped)('a browser does not send once more what met a network error', async () => {
  await using mock = await startMockServer({ port: 0 })
  await using elsewhere = await startMockServer({ port: 0 })
  await using browser = await startBrowser()
  const page = await browser.newPage()
  await page.goto(`${elsewhere.url}/plants`) // the console, at the root, may connect to its own server alone
  const send = () =>
    page.evaluate(
      url =>
        fetch(`${url}/plants`, {
          method: 'POST',
          headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
          body: '{"id":1,"name":"Monstera"}',
        }).then(
          ({ status }) => status,
          ({ name }) => name,
        ),
      mock.url,
    )

  mock.store.failNext('network-error') // over the connection of the preflight
  expect(await send()).toBe('TypeError')
  expect(await send()).toBe(200)
  mock.store.failNext('network-error', { times: 2 }) // over the connection of that success
  expect([await send(), await send(), await send()]).toEqual(['TypeError', 'TypeError', 200])
  expect(mock.store.requests.map(({ status }) => status)).toEqual([
    undefined,
    200,
    undefined,
    undefined,
    200,
  ])
})
