// The store and the app as fetch handlers inside other servers.
import { Hono } from 'hono'
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { addition, HEADERS } from '../harness/addition.ts'

test('store.fetch is the service alone, and serves what Hono has mounted it under', async () => {
  const store = createMockStore()
  const app = new Hono().mount('/api/v1', store.fetch)
  const response = await app.request('/api/v1/plants', addition())
  expect(await response.json()).toEqual({ name: 'Monstera' })
  for (const path of ['/plants', '/api/v1/__mock'])
    expect((await app.request(path, addition())).status).toBe(404)
  expect(store.requests).toMatchObject([{ status: 200 }, { status: 404 }])
})

test('createMockApp and store, as the default export of a Worker or of any server that serves { fetch }, take what it passes after the Request', async () => {
  const second = { method: 'DELETE', headers: {}, signal: AbortSignal.abort() }
  for (const { fetch } of [createMockStore(), createMockApp()]) {
    const response = await fetch(new Request('https://a.test/plants', addition()), second)
    expect(await response.json()).toEqual({ name: 'Monstera' })
  }
})

test('a Request of another realm is accepted', async () => {
  const own = new Request('https://a.test/plants', addition())
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

test('a Request whose body was read before is refused, as fetch refuses it', async () => {
  const request = new Request('https://a.test/plants', addition())
  await request.text()
  const { fetch } = createMockStore()
  await expect(fetch(request)).rejects.toThrow('was read before: pass a clone')
})

test('a body that is refused for its length is read to its end, or its server could close the connection', async () => {
  const { readable, writable } = new TransformStream<Uint8Array>()
  const writer = writable.getWriter()
  const sent = Promise.all([1, 2, 3].map(byte => writer.write(Uint8Array.of(byte))))
  const headers = { ...HEADERS, 'content-length': '3' }
  const { fetch } = createMockStore({ maxBodyBytes: 2 })
  expect((await fetch('https://a.test/plants', addition(readable, { headers }))).status).toBe(413)
  await sent
  await writer.close()
})

test.each<[name: string, fetch: (url: string, init?: RequestInit) => Promise<Response>]>([
  ['store.fetch', createMockStore().fetch],
  ['the app', createMockApp().fetch],
])('a response of %s has the URL of its request, and so has a clone', async (_name, fetch) => {
  for (const init of [addition(), { method: 'DELETE' }]) {
    const response = await fetch('https://a.test/plants?a=1#b', init)
    expect(response.url).toBe('https://a.test/plants?a=1')
    const clone = response.clone()
    expect(clone.url).toBe(response.url)
    expect(await clone.text()).toBe(await response.text())
  }
})
