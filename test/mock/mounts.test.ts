// The store as a fetch handler inside other servers.
import { Hono } from 'hono'
import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

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
  expect((await app.request('/v1/plants', init)).status).toBe(200)
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
  expect((await createMockStore().fetch(foreign)).status).toBe(200)
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
