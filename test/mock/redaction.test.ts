// What the journal hides of a request: the token, wherever it stands, and cookies.
import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { expect, test } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'

/** The journal's entry of a request. */
async function journaled(query: string, headers: Record<string, string> = {}) {
  const store = createMockStore()
  await store.fetch(`https://a.test/plants${query}`, { method: 'POST', headers })
  const [request] = store.requests
  return request
}

test.each([
  ['?access_token=secret', '?access_token=[redacted]'],
  ['?a=1&access_token=secret&b=2', '?a=1&access_token=[redacted]&b=2'],
  ['?ACCESS_TOKEN=secret', '?ACCESS_TOKEN=[redacted]'],
  ['?access_token=a&access_token=b', '?access_token=[redacted]&access_token=[redacted]'],
  ['?access_token=', '?access_token=[redacted]'],
  ['?my_access_token=a', '?my_access_token=a'],
])('the URL: %s', async (query, shown) => {
  expect((await journaled(query))?.url).toBe(`https://a.test/plants${shown}`)
})

test.each([
  ['authorization', 'Bearer secret', 'Bearer [redacted]'],
  ['authorization', 'Bearer   secret', 'Bearer   [redacted]'],
  ['authorization', 'Digest username="me", realm="a"', 'Digest [redacted]'],
  ['authorization', 'secret', '[redacted]'],
  ['authorization', '=secret token', '[redacted]'],
  ['authorization', 'Bearer', '[redacted]'],
  ['proxy-authorization', 'Basic secret', 'Basic [redacted]'],
  ['cookie', 'session secret', '[redacted]'],
  ['x-authorization', 'Bearer token', 'Bearer token'],
])('the header %s: %s', async (name, value, shown) => {
  expect((await journaled('', { [name]: value }))?.headers[name]).toBe(shown)
})

test('a header that was sent twice, each time', async () => {
  await using server = await startMockServer({ port: 0 })
  const head = 'POST /plants HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
  await rawRequest(
    server.port,
    `${head}X-A: 1\r\nx-a: 2\r\nAuthorization: Bearer a\r\nAuthorization: Basic b\r\n\r\n`,
  )
  expect(server.store.requests[0]?.headers).toMatchObject({
    'x-a': '1, 2',
    authorization: 'Bearer [redacted], Basic [redacted]',
  })
})
