// What pages of other origins can do: call the service, and be told why it refuses. Pages of this machine can use
// the control API, others are told which rule forbids it.
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorMessage } from '../../generated/contract.ts'
import { HEADERS, plant } from '../harness/addition.ts'
import { skipped, startBrowser } from '../harness/browser.ts'
import { listen } from '../harness/listen.ts'

type Sent = [path: string, init?: RequestInit]

describe.skipIf(skipped)('In a browser', () => {
  let browser: Browser
  let pages: Awaited<ReturnType<typeof listen>>
  let server: MockServer
  beforeAll(async () => {
    browser = await startBrowser('--host-resolver-rules=MAP *.example 127.0.0.1')
    pages = await listen((_request, response) => response.end())
    server = await startMockServer({ port: 0, basePath: '/v1' })
  })
  afterAll(async () => {
    await browser?.close()
    await pages?.[Symbol.asyncDispose]()
    await server?.close()
  })

  /** A page of a host that is served on another port than the mock. */
  const pageOf = async (host: string): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(pages.url.replace('127.0.0.1', host))
    return page
  }

  /** What a page sees of a request to the mock: an error has no status. */
  const send = async (page: Page, [path, init = {}]: Sent) => {
    const { status, body } = await page.evaluate(
      async ([url, init]) => {
        try {
          const response = await fetch(url, init)
          return { status: response.status, body: await response.json() }
        } catch (error) {
          return { status: 0, body: String(error) }
        }
      },
      [new URL(path, server.url).href, init] as const,
    )
    return { status, body }
  }

  const json = HEADERS
  const add = { method: 'POST', headers: json, body: plant() }

  test('a page of another website may call the service, whose CORS is open, and adds a plant in its session', async () => {
    const page = await pageOf('page.example')
    const headers = { ...json, 'x-mock-session': 'a' }
    expect((await send(page, ['/v1/plants', { ...add, headers }])).status).toBe(200)
    expect(server.session('a').plants).toHaveLength(1)
    expect(server.store.requests).toEqual([])
  })

  test.each<[string, Sent, number, RegExp]>([
    ['a wrong base path', ['/plants', add], 404, /send POST to http:.*\/v1\/plants/],
    ['two slashes', ['/v1//plants', add], 404, /There is nothing at/],
    [
      'a PUT, another operation on /plants',
      ['/v1/plants', { ...add, method: 'PUT' }],
      405,
      /PUT is not allowed/,
    ],
    ['a DELETE', ['/v1/plants/1', { ...add, method: 'DELETE' }], 404, /There is nothing at/],
    ['a name that is not valid', ['/~a%20b/v1/plants', add], 400, /not the name of a session/],
    ['no token', ['/v1/plants', { ...add, headers: {} }], 401, /Send the header Authorization/],
  ])('a page reads what is wrong with %s', async (_case, sent, status, message) => {
    const page = await pageOf('page.example')
    for (const credentials of ['omit', 'include'] as const) {
      const seen = await send(page, [sent[0], { ...sent[1], credentials }])
      expect(errorMessage(seen.body)).toMatch(message)
      expect(seen.status).toBe(status)
    }
  })

  test.each(['localhost', '127.0.0.1'])(
    'a page of %s may call the control API, as a test runner in the browser does',
    async host => {
      const page = await pageOf(host)
      const failure = JSON.stringify({ failure: { status: 418 } })
      const headers = { 'content-type': 'application/json' }
      const changing: Sent = ['/__mock/failures', { method: 'POST', headers, body: failure }]
      expect((await send(page, changing)).status).toBe(200)
      expect((await send(page, ['/v1/plants', add])).status).toBe(418)
      const description = await page.evaluate(
        async url => (await fetch(url)).text(),
        new URL('/__mock/openapi.yaml', server.url).href,
      )
      expect(description).toContain('openapi: 3.1.0')
    },
  )

  test('a page of another website may not call the control API, and is told which rule forbids it', async () => {
    const page = await pageOf('page.example')
    const plants = { method: 'POST', headers: json, body: '[{"id":2,"name":"Hoya"}]' }
    const sent: Sent[] = [['health'], ['reset', { method: 'POST' }], ['plants', plants]]
    for (const [path, init] of sent)
      expect(await send(page, [`/__mock/${path}`, init ?? {}])).toEqual({
        status: 403,
        body: {
          error: 403,
          message: `${new URL(page.url()).origin} may not use the control API: only pages of this mock, of localhost on any port, and of the names of --allowed-host or allowedHosts may`,
        },
      })
    expect(server.store.plants).toEqual([])
  })
})
