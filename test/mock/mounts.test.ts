// The store as a fetch handler inside other servers.

import { Hono } from 'hono'
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const init = {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Monstera"}',
}

test('mounted in Hono at a sub path', async () => {
  const store = createMockStore()
  const app = new Hono().mount('/api/v1', store.fetch)
  const response = await app.request('/api/v1/plants', init)
  expect(await response.json()).toEqual({ name: 'Monstera' })
  expect((await app.request('/plants', init)).status).toBe(404)
  expect(store.requests).toHaveLength(1)
})

test('as a route of Hono', async () => {
  const store = createMockStore()
  const app = new Hono().all('/v1/*', context => store.fetch(context.req.raw))
  expect((await app.request('/v1/plants', init)).status).toBe(successStatus)
  expect((await app.request('/v1/trees', init)).status).toBe(404)
})

test('as a Worker, called with a request, an environment and a context', async () => {
  const worker = { fetch: createMockStore().fetch } as {
    fetch(request: Request, env: unknown, context: unknown): Promise<Response>
  }
  const env = { method: 'DELETE', body: 'no init' }
  const request = new Request('https://worker.test/plants', init)
  const response = await worker.fetch(request, env, { waitUntil() {} })
  expect(await response.json()).toEqual({ name: 'Monstera' })
})

describe.each([
  ['store.fetch', () => createMockStore().fetch],
  ['app.fetch', () => createMockApp().fetch],
])('%s with a Request', (_name, create) => {
  const { body, headers } = init
  const post = () => new Request('https://a.test/plants', { method: 'POST', body })

  test.each<[name: string, headers: HeadersInit]>([
    ['an object', headers],
    ['pairs', Object.entries(headers)],
    ['Headers', new Headers(headers)],
  ])('and an init uses its headers: %s', async (_form, headers) => {
    expect((await create()(post())).status).toBe(401)
    expect((await create()(post(), { headers })).status).toBe(successStatus)
  })

  test('and an init uses its other members too', async () => {
    const request = new Request('https://a.test/plants')
    expect((await create()(request, init)).status).toBe(successStatus)
  })

  test('and an init rejects once its signal is aborted', async () => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const responding = create()(new Request('https://a.test/plants', init), {
      signal: abort.signal,
    })
    abort.abort(reason)
    await expect(responding).rejects.toBe(reason)
  })

  test.each<[name: string, second: unknown]>([
    ['variables', { method: 'DELETE', body: 'no init', headers: 'x: y', signal: 'SIGTERM' }],
    ['bindings', { headers: new (class Bucket {})(), signal: { name: 'a' } }],
    [
      'the information of Deno',
      { remoteAddr: { hostname: '127.0.0.1' }, completed: Promise.resolve() },
    ],
    ['nothing', null],
  ])('and %s of a server changes nothing', async (_name, second) => {
    const request = new Request('https://a.test/plants', init)
    const response = await create()(request, second as RequestInit)
    expect(await response.json()).toEqual({ name: 'Monstera' })
  })
})

test('a Request of another realm is one too', async () => {
  const own = new Request('https://a.test/plants', init)
  const foreign = new Proxy(own, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    getPrototypeOf: () => Object.prototype,
  })
  expect(foreign).not.toBeInstanceOf(Request)
  expect((await createMockStore().fetch(foreign)).status).toBe(successStatus)
})

test('a body that the answer does not need is read, so that a server can keep the connection', async () => {
  const store = createMockStore()
  store.failNext({ status: 503 })
  for (const status of [503, 401]) {
    const request = new Request('https://a.test/plants', { method: 'POST', body: 'unread' })
    expect((await store.fetch(request)).status).toBe(status)
    expect(request.bodyUsed).toBe(true)
  }
})
