// A page of another origin names its session by the header: Fetch, section 4.9, where `*` covers it.
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { skipped, startBrowser } from '../harness/browser.ts'

test.skipIf(skipped)('a page of another origin adds a plant in its session', async () => {
  await using server = await startMockServer({ port: 0 })
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    const status = await page.evaluate(async url => {
      const response = await fetch(`${url}/plants`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer token',
          'content-type': 'application/json',
          'x-mock-session': 'a',
        },
        body: '{"id":1,"name":"Monstera"}',
      })
      return response.status
    }, server.url)
    expect(status).toBe(200)
    expect(server.session('a').plants).toHaveLength(1)
    expect(server.store.requests).toEqual([])
  } finally {
    await browser.close()
  }
})
