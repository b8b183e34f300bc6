// Hooks may change a request, its response and its error. middleware-proofs.test.ts has what that proves.
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import {
  added,
  clientOf,
  connectionReset,
  endlessBody,
  monstera,
  refused,
  url,
} from './stub-fetch.ts'

const broken = new Error('broken middleware')
const using = (...middleware: Middleware[]) => ({ middleware, maxRetries: 0 })

describe('onRequest', () => {
  test('sees the token and the headers, and may change both', async () => {
    const seen: (string | null)[] = []
    const { client, sent } = clientOf(added(), {
      headers: { 'x-app': 'greenhouse' },
      middleware: [
        {
          onRequest({ request: { headers } }) {
            seen.push(headers.get('authorization'), headers.get('x-app'))
            headers.set('authorization', 'Bearer other')
            headers.set('x-app', 'shop')
          },
        },
        {
          onRequest: ({ request }) =>
            request.headers.set('x-app', `${request.headers.get('x-app')}2`),
        },
      ],
    })
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(seen).toEqual(['Bearer token', 'greenhouse'])
    expect(sent[0]?.token).toBe('other')
    expect(sent[0]?.headers.get('x-app')).toBe('shop2')
  })

  test('replaces the request: its URL, method, headers, body, credentials and keepalive', async () => {
    const { client, sent } = clientOf(
      added(),
      using({
        onRequest: ({ request }) =>
          new Request('https://other.example.com/', {
            method: 'PUT',
            headers: request.headers,
            body: '{"id":2}',
            credentials: 'include',
            keepalive: true,
          }),
      }),
    )
    await client.addPlant(monstera)
    expect(sent[0]?.url).toBe('https://other.example.com/')
    expect(sent[0]?.token).toBe('token')
    expect(sent[0]?.init).toMatchObject({ method: 'PUT', credentials: 'include', keepalive: true })
    expect(new TextDecoder().decode(sent[0]?.init.body as ArrayBuffer)).toBe('{"id":2}')
  })

  test('removes the body', async () => {
    const { client, sent } = clientOf(
      added(),
      using({ onRequest: ({ request }) => new Request(request.url, { method: 'GET' }) }),
    )
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent[0]?.init).toMatchObject({ method: 'GET', body: null })
  })

  test('answers in place of the service', async () => {
    const { client, sent } = clientOf(refused(400), using({ onRequest: () => added() }))
    expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
    expect(sent).toEqual([])
  })

  test('may return a Request without a signal, as some libraries have it', async () => {
    const middleware: Middleware = {
      onRequest: ({ request }) =>
        Object.defineProperty(new Request(request.url, { method: 'POST' }), 'signal', {
          value: null,
        }),
    }
    const { client } = clientOf(added(), using(middleware))
    expect((await client.addPlant(monstera)).ok).toBe(true)
  })

  test('has a bodySerializer that writes a bigint as the client does', async () => {
    let body: unknown
    const { client } = clientOf(
      added(),
      using({
        onRequest({ options }) {
          body = options.bodySerializer({ id: 2n ** 53n + 1n, name: 'Hoya' } as never)
        },
      }),
    )
    await client.addPlant(monstera)
    expect(body).toBe('{"id":9007199254740993,"name":"Hoya"}')
  })

  test('has an options.fetch that takes what any fetch takes', async () => {
    const logs = 'https://logs.example.com/'
    const { client, sent } = clientOf(
      added(),
      using({
        async onRequest({ options, request }) {
          await options.fetch(logs)
          await options.fetch(new URL(logs), { method: 'PUT', body: 'text', headers: { a: 'b' } })
          await options.fetch(request.clone(), { credentials: 'include', redirect: 'error' })
        },
      }),
    )
    expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
    expect(sent.map(one => `${one.init.method} ${one.url}`)).toEqual([
      `GET ${logs}`,
      `PUT ${logs}`,
      `POST ${url}`,
      `POST ${url}`,
    ])
    expect(sent[1]?.headers.get('a')).toBe('b')
    expect(sent[2]?.init).toMatchObject({ credentials: 'include', redirect: 'error' })
    const arrived = sent.map(one => new Request(one.url, one.init).text())
    const plant = JSON.stringify(monstera)
    expect(await Promise.all(arrived)).toEqual(['', 'text', plant, plant])
  })
})

describe('onResponse', () => {
  test('replaces the response, the last middleware first', async () => {
    const { client } = clientOf(
      refused(400),
      using(
        { onResponse: async ({ response }) => new Response(await response.text(), added()) },
        { onResponse: () => Response.json({ name: 'inner' }) },
      ),
    )
    expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: { name: 'inner' } })
  })

  test('must not read the body without a clone: the error says so', async () => {
    const reads: Middleware = { onResponse: async ({ response }) => void (await response.text()) }
    const { error } = await clientOf(added(), using(reads)).client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
    expect(error?.message).toBe(
      `POST ${url} failed in middleware: the body was already read: read a clone instead`,
    )
  })

  test.each<[string, Middleware]>([
    ['throws', { onResponse: () => Promise.reject(broken) }],
    ['replaces it', { onResponse: () => added() }],
  ])('%s: the body of the response before it is cancelled', async (_name, middleware) => {
    const first = endlessBody('{')
    const second = endlessBody('{')
    const { client } = clientOf(
      () => new Response(first.body),
      using(middleware, { onResponse: () => new Response(second.body) }),
    )
    await client.addPlant(monstera)
    await Promise.all([first.cancelled, second.cancelled])
  })
})

describe('onError', () => {
  test('maps the error, which stays a network error', async () => {
    const { client } = clientOf(connectionReset, using({ onError: () => broken }))
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true, cause: broken })
  })

  test('recovers with a response', async () => {
    const { client } = clientOf(connectionReset, using({ onError: () => added() }))
    expect(await client.addPlant(monstera)).toMatchObject({ ok: true, data: monstera })
  })

  test('is given an Error if fetch rejects with something falsy', async () => {
    const errors: unknown[] = []
    const { client } = clientOf(added(), {
      fetch: () => Promise.reject(''),
      middleware: [{ onError: ({ error }) => void errors.push(error) }],
    })
    const { error } = await client.addPlant(monstera)
    expect(errors).toEqual([new TypeError('fetch rejected with the string ""')])
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  })
})

test.each([
  ['onRequest', 'new Request() or Response()'],
  ['onResponse', 'new Response()'],
  ['onError', 'new Response() or instance of Error'],
])('the message says what %s must return', async (name, words) => {
  const middleware = [{ [name]: () => 'nonsense' } as never]
  const answer = name === 'onError' ? connectionReset : added()
  const { error } = await clientOf(answer, { middleware }).client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
  expect(error?.message).toContain(` failed in middleware: ${name}: must return ${words}`)
})

test('hooks are called as methods of their middleware, and again for each attempt', async () => {
  const middleware = {
    calls: [] as string[],
    onRequest() {
      this.calls.push('onRequest')
    },
    onResponse() {
      this.calls.push('onResponse')
    },
    onError() {
      this.calls.push('onError')
    },
  }
  const answers = [refused(503, { 'retry-after': '0' }), connectionReset]
  await clientOf(answers, { middleware: [middleware] }).client.addPlant(monstera)
  expect(middleware.calls).toEqual(['onRequest', 'onResponse', 'onRequest', 'onError'])
})
