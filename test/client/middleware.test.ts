// openapi-fetch middleware: hooks may change a request, its response and its error. middleware-proofs.test.ts has what
// that proves.
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import {
  add,
  added,
  busy,
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
    const changes: Middleware = {
      onRequest({ request: { headers } }) {
        seen.push(headers.get('authorization'), headers.get('x-app'))
        headers.set('authorization', 'Bearer other')
        headers.set('x-app', 'shop')
      },
    }
    const appends: Middleware = {
      onRequest: ({ request }) => request.headers.set('x-app', `${request.headers.get('x-app')}2`),
    }
    const options = { headers: { 'x-app': 'greenhouse' }, middleware: [changes, appends] }
    const { sent } = await add(added(), options)
    expect(seen).toEqual(['Bearer token', 'greenhouse'])
    expect([sent[0]?.token, sent[0]?.headers.get('x-app')]).toEqual(['other', 'shop2'])
  })

  test('replaces the request: its URL, method, headers, body, credentials and keepalive', async () => {
    const init = {
      method: 'PUT',
      body: '{"id":2}',
      credentials: 'include',
      keepalive: true,
    } as const
    const onRequest: Middleware['onRequest'] = ({ request: { headers } }) =>
      new Request('https://other.example.com/', { headers, ...init })
    const { sent } = await add(added(), using({ onRequest }))
    expect(sent[0]).toMatchObject({ url: 'https://other.example.com/', token: 'token' })
    const body = new TextEncoder().encode(init.body).buffer
    expect(sent[0]?.init).toMatchObject({ ...init, body })
  })

  test('may return a Request without a body', async () => {
    const onRequest: Middleware['onRequest'] = ({ request: { url } }) =>
      new Request(url, { method: 'GET' })
    const { ok, sent } = await add(added(), using({ onRequest }))
    expect(ok).toBe(true)
    expect(sent[0]?.init).toMatchObject({ method: 'GET', body: null })
  })

  test('may answer in place of the service', async () => {
    const { ok, sent } = await add(refused(400), using({ onRequest: () => added() }))
    expect({ ok, sent }).toEqual({ ok: true, sent: [] })
  })

  test('has a bodySerializer that writes a bigint as the client does', async () => {
    let body: unknown
    const writes: Middleware = {
      onRequest({ options }) {
        body = options.bodySerializer({ id: 2n ** 53n + 1n, name: 'Hoya' } as never)
      },
    }
    await add(added(), using(writes))
    expect(body).toBe('{"id":9007199254740993,"name":"Hoya"}')
  })

  test('can send the plant by itself with options.fetch, which takes what any fetch takes', async () => {
    const logs = 'https://logs.example.com/'
    const sends: Middleware = {
      async onRequest({ options, request }) {
        await options.fetch(logs)
        await options.fetch(new URL(logs), { method: 'PUT', body: 'text', headers: { a: 'b' } })
        await options.fetch(request.clone(), { credentials: 'include', redirect: 'error' })
      },
    }
    const { ok, sent } = await add(added(), using(sends))
    expect(ok).toBe(true)
    const arrived = sent.map(async one => {
      const body = await new Request(one.url, one.init).text()
      return `${one.init.method} ${one.url} ${body}`
    })
    const plant = JSON.stringify(monstera)
    expect(await Promise.all(arrived)).toEqual([
      `GET ${logs} `,
      `PUT ${logs} text`,
      `POST ${url} ${plant}`,
      `POST ${url} ${plant}`,
    ])
    expect(sent[1]?.headers.get('a')).toBe('b')
    expect(sent[2]?.init).toMatchObject({ credentials: 'include', redirect: 'error' })
  })
})

describe('onResponse', () => {
  test('replaces the response, the last middleware first', async () => {
    const wraps: Middleware = {
      onResponse: async ({ response }) => new Response(await response.text(), added()),
    }
    const inner: Middleware = { onResponse: () => Response.json({ name: 'inner' }) }
    expect(await add(refused(400), using(wraps, inner))).toMatchObject({ data: { name: 'inner' } })
  })

  test('must not read the body without a clone: the error says so', async () => {
    const reads: Middleware = { onResponse: async ({ response }) => void (await response.text()) }
    const { error } = await add(added(), using(reads))
    expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
    expect(error?.message).toBe(
      `POST ${url} failed in middleware: the body was already read: read a clone`,
    )
  })

  test.each<[string, Middleware]>([
    ['throws', { onResponse: () => Promise.reject(broken) }],
    ['replaces it', { onResponse: () => added() }],
  ])('that %s: the body of the response before it is cancelled', async (_name, middleware) => {
    const first = endlessBody('{')
    const second = endlessBody('{')
    const replaces: Middleware = { onResponse: () => new Response(second.body) }
    await add(() => new Response(first.body), using(middleware, replaces))
    await Promise.all([first.cancelled, second.cancelled])
  })
})

describe('onError', () => {
  test('maps the error, which stays a network error', async () => {
    const { error } = await add(connectionReset, using({ onError: () => broken }))
    expect(error).toMatchObject({ kind: 'network', cause: { message: broken.message } })
  })

  test('may recover with a response', async () => {
    expect((await add(connectionReset, using({ onError: () => added() }))).ok).toBe(true)
  })

  test('is given an Error if fetch rejects with something falsy', async () => {
    const errors: unknown[] = []
    const remembers: Middleware = { onError: ({ error }) => void errors.push(error) }
    await add(added(), { fetch: () => Promise.reject(''), ...using(remembers) })
    expect(errors).toEqual([new TypeError('fetch rejected with the string ""')])
  })
})

test.each([
  ['onRequest', 'new Request() or Response()'],
  ['onResponse', 'new Response()'],
  ['onError', 'new Response() or instance of Error'],
])('middleware: error.cause says what was wrong: what %s must return', async (name, words) => {
  const middleware = [{ [name]: () => 'nonsense' } as never]
  const { error } = await add(name === 'onError' ? connectionReset : added(), { middleware })
  expect(error?.message).toContain(` failed in middleware: ${name}: must return ${words}`)
  expect(String(error?.cause)).toContain(`${name}: must return ${words}`)
})

test('hooks run for each attempt, as methods of their middleware', async () => {
  const calls: [hook: string, self: unknown][] = []
  const remembers = (hook: string) =>
    function (this: unknown) {
      calls.push([hook, this])
    }
  const middleware: Middleware = {
    onRequest: remembers('onRequest'),
    onResponse: remembers('onResponse'),
    onError: remembers('onError'),
  }
  await add([busy(), connectionReset], { middleware: [middleware] })
  const hooks = ['onRequest', 'onResponse', 'onRequest', 'onError']
  expect(calls).toEqual(hooks.map(hook => [hook, middleware]))
})
