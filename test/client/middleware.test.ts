// What hooks may change of a request, its answer and its error.
import type { Middleware } from 'plant-store-client'
import { expect, test } from 'vitest'
import { added, clientOf, connectionReset, endlessBody, monstera, refused } from './stub-fetch.ts'

const broken = new Error('broken middleware')
const breaks = () => {
  throw broken
}
const using = (...middleware: Middleware[]) => ({ middleware, maxRetries: 0 })

test('onRequest sets headers, in order', async () => {
  const { client, sent } = clientOf(
    added(),
    using(
      { onRequest: ({ request }) => request.headers.set('x-trace', 'a') },
      {
        onRequest: ({ request }) =>
          request.headers.set('x-trace', `${request.headers.get('x-trace')}b`),
      },
    ),
  )
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(sent[0]?.headers.get('x-trace')).toBe('ab')
  expect(sent[0]?.token).toBe('token')
})

test('onRequest replaces the request: url, body, credentials', async () => {
  const { client, sent } = clientOf(
    added(),
    using({
      onRequest: ({ request }) =>
        new Request('https://other.example.com/', {
          method: 'POST',
          headers: request.headers,
          body: '{"id":2}',
          credentials: 'include',
        }),
    }),
  )
  await client.addPlant(monstera)
  expect(sent[0]?.url).toBe('https://other.example.com/')
  expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'include' })
  expect(new TextDecoder().decode(sent[0]?.init.body as ArrayBuffer)).toBe('{"id":2}')
})

test('onRequest compresses the body', async () => {
  const { client, sent } = clientOf(
    added(),
    using({
      onRequest({ request }) {
        const headers = new Headers(request.headers)
        headers.set('content-encoding', 'gzip')
        const body = request.body?.pipeThrough(new CompressionStream('gzip')) ?? null
        return new Request(request.url, {
          method: 'POST',
          headers,
          body,
          duplex: 'half',
        } as object)
      },
    }),
  )
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(sent[0]?.headers.get('content-encoding')).toBe('gzip')
  const packed = new Response(sent[0]?.init.body as ArrayBuffer).body
  const plain = await new Response(packed?.pipeThrough(new DecompressionStream('gzip'))).json()
  expect(plain).toEqual(monstera)
})

test('onRequest answers in place of the service: it may have sent the plant itself', async () => {
  const { client, sent } = clientOf(breaks, using({ onRequest: () => added() }))
  expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
  const offline = clientOf(added(), using({ onRequest: () => refused(500) }))
  expect((await offline.client.addPlant(monstera)).error).toMatchObject({
    kind: 'api',
    status: 500,
    mayHaveBeenAdded: true,
  })
  expect([...sent, ...offline.sent]).toEqual([])
})

test('onResponse replaces the answer, the last middleware first', async () => {
  const { client } = clientOf(
    refused(400),
    using(
      { onResponse: async ({ response }) => Response.json({ name: await response.text() }) },
      { onResponse: () => new Response('inner') },
    ),
  )
  expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: { name: 'inner' } })
})

test('an answer that one gives and another replaces: its body is cancelled', async () => {
  const { body, cancelled } = endlessBody('{"name":')
  const replaces = { onResponse: () => added() }
  const { client } = clientOf(
    refused(400),
    using(replaces, { onResponse: () => new Response(body) }),
  )
  expect((await client.addPlant(monstera)).ok).toBe(true)
  await cancelled
})

test('onResponse reads a clone', async () => {
  let seen: unknown
  const { client } = clientOf(
    added(),
    using({
      async onResponse({ response }) {
        seen = await response.clone().json()
      },
    }),
  )
  expect((await client.addPlant(monstera)).ok).toBe(true)
  expect(seen).toEqual(monstera)
})

test('onError maps the error; it stays a network error', async () => {
  const { client } = clientOf(connectionReset, using({ onError: () => broken }))
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true, cause: broken })
})

test('onError recovers with an answer; what became of the attempt stays unknown', async () => {
  const { client } = clientOf(connectionReset, using({ onError: () => added() }))
  expect((await client.addPlant(monstera)).ok).toBe(true)
  const other = clientOf(connectionReset, using({ onError: () => refused(400) }))
  expect((await other.client.addPlant(monstera)).error).toMatchObject({
    kind: 'api',
    mayHaveBeenAdded: true,
  })
})

test('it runs for each attempt', async () => {
  let runs = 0
  const { client } = clientOf([refused(503, { 'retry-after': '0' }), added()], {
    middleware: [{ onRequest: () => void runs++ }],
  })
  await client.addPlant(monstera)
  expect(runs).toBe(2)
})
