import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { baseUrl, clientOf, monstera } from './stub-fetch.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test.each([301, 302, 303, 307, 308])('%s is handed back, not followed', async status => {
  const seen: string[] = []
  await using other = await serve((request, response) => {
    seen.push(`${request.method} ${request.headers.authorization}`)
    response.end('{"name":"stolen"}')
  })
  const target = `${other.url}/plants`
  await using server = await serve((_request, response) => {
    response.writeHead(status, { location: target }).end()
  })
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  const { ok, error } = await client.addPlant(monstera)
  expect(ok).toBe(false)
  expect(error).toMatchObject({ kind: 'unexpected-response', status, mayHaveBeenAdded: true })
  expect(error?.message).toContain(target)
  expect(seen).toEqual([])
})

test('nor is it where a middleware has made the request', async () => {
  const seen: string[] = []
  await using other = await serve((request, response) => {
    seen.push(`${request.method}`)
    response.end('{"name":"stolen"}')
  })
  await using server = await serve((_request, response) => {
    response.writeHead(307, { location: other.url }).end()
  })
  const client = new PlantStoreClient({
    baseUrl: server.url,
    accessToken: 'token',
    middleware: [{ onRequest: ({ request }) => new Request(request, { redirect: 'follow' }) }],
  })
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', status: 307 })
  expect(seen).toEqual([])
})

test.each([
  [300, true],
  [399, true],
  [299, false],
  [400, false],
])('the message for a %s with a Location speaks of a redirect: %s', async (status, redirects) => {
  const { client } = clientOf(new Response('', { status, headers: { location: '/elsewhere' } }))
  const { error } = await client.addPlant(monstera)
  const words = redirects
    ? 'redirects are not followed: /elsewhere'
    : 'the response violates the contract: empty body'
  expect(error?.message).toBe(`POST ${baseUrl}/plants returned ${status}: ${words}`)
})

test('the message for one without a Location does not', async () => {
  const { error } = await clientOf(new Response('', { status: 302 })).client.addPlant(monstera)
  expect(error?.message).not.toContain('redirect')
})

test('the message for one that a browser hides says so', async () => {
  const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), text: async () => '' }
  const { error } = await clientOf(() => hidden as never).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'unexpected-response', status: 0, mayHaveBeenAdded: true })
  expect(error?.message).toMatch(/ returned 0: redirects are not followed.* browser hides/)
})
