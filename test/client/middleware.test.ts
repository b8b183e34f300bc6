import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import {
  added,
  clientOf,
  connectionRefused,
  connectionReset,
  endlessBody,
  monstera,
  neverAnswers,
  refused,
  refusingUrl,
} from './stub-fetch.ts'

const broken = new Error('broken middleware')
const breaks = () => {
  throw broken
}
const using = (...middleware: Middleware[]) => ({ middleware, maxRetries: 0 })

describe('Working', () => {
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
})

describe('Failing', () => {
  const failed = { kind: 'middleware', cause: broken }

  test('onRequest throws: it may have sent the plant itself', async () => {
    const { client, sent } = clientOf(added(), using({ onRequest: breaks }))
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ ...failed, mayHaveBeenAdded: true })
    expect(error?.message).toContain('broken middleware')
    expect(sent).toHaveLength(0)
  })

  test('onResponse throws: the unread body is cancelled', async () => {
    const { body, cancelled } = endlessBody('{')
    const { client } = clientOf(() => new Response(body), using({ onResponse: breaks }))
    expect((await client.addPlant(monstera)).error).toMatchObject({
      ...failed,
      mayHaveBeenAdded: true,
    })
    await cancelled
  })

  test('onError throws', async () => {
    const { client } = clientOf(connectionReset, using({ onError: breaks }))
    expect((await client.addPlant(monstera)).error).toMatchObject({
      ...failed,
      mayHaveBeenAdded: true,
    })
  })

  test('a hook throws the response that another has returned', async () => {
    const { client } = clientOf(
      refused(400),
      using(
        {
          onResponse({ response }) {
            throw response
          },
        },
        { onResponse: ({ response }) => response },
      ),
    )
    expect((await client.addPlant(monstera)).error).toMatchObject({
      kind: 'middleware',
      mayHaveBeenAdded: true,
    })
  })

  test('a signal of its own fires with the refusal of another connection: no proof', async () => {
    const controller = new AbortController()
    const { client } = clientOf(
      one => {
        queueMicrotask(() => controller.abort(connectionRefused))
        return neverAnswers(one)
      },
      {
        ...using({ onRequest: ({ request }) => new Request(request, controller) }),
        baseUrl: refusingUrl,
      },
    )
    expect((await client.addPlant(monstera)).error).toMatchObject({
      kind: 'network',
      mayHaveBeenAdded: true,
    })
  })

  test('the body is read without a clone', async () => {
    const { client } = clientOf(
      added(),
      using({
        async onResponse({ response }) {
          await response.json()
        },
      }),
    )
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
  })

  test.each<[string, Middleware]>([
    ['onRequest', { onRequest: () => 'nonsense' as never }],
    ['onResponse', { onResponse: () => 'nonsense' as never }],
  ])('%s gives nonsense', async (_case, middleware) => {
    const { client } = clientOf(added(), using(middleware))
    expect((await client.addPlant(monstera)).error?.kind).toBe('middleware')
  })
})
