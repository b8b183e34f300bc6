// Hosts that the control API answers: a page must not reach it by rebinding a name to this machine.
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { controlRefusalOf } from '../harness/addition.ts'

/** A request as a server passes it on, with the Host that it was sent. */
const passedOn = (url: string, init: RequestInit = {}, host: string = new URL(url).host) => {
  const request = new Request(url, init)
  // Only a server can make a Request with a Host.
  return new Proxy(request, {
    get(target, key) {
      if (key === 'headers') return new Headers([['host', host], ...target.headers])
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const app = createMockApp({ allowedHosts: ['Mock.Plants.Test'] })

describe('Against DNS rebinding, console and control API answer only under localhost and allowedHosts: a Host', () => {
  test.each([
    ['http://localhost:3000', 200],
    ['http://mock.plants.test:8080', 200],
    ['https://mock.plants.test', 200],
    ['http://mock.example.workers.dev', 403],
    // A framework may have `https:` of X-Forwarded-Proto, which a rebound page may send.
    ['https://mock.example.workers.dev', 403],
  ])('in %s gives %i', async (origin, status) => {
    for (const path of ['/__mock', '/__mock/health', '/~a/__mock/health'])
      expect((await app.fetch(passedOn(origin + path))).status, path).toBe(status)
    // Emulators, containers and tunnels have names of their own.
    const { status: service } = await app.fetch(passedOn(`${origin}/plants`))
    expect(service).toBe(405)
  })

  test('that is refused is named, with the rule and the name to add where the mock is deployed under it', async () => {
    expect(await controlRefusalOf(app.fetch(passedOn('http://evil.test/__mock/health')))).toEqual([
      403,
      "evil.test is not a name of this mock: the control API answers under localhost, IP addresses, and the names of allowedHosts or --allowed-host. If it is, add it: allowedHosts: ['evil.test'], or --allowed-host evil.test",
    ])
  })

  test('is not needed in a process', async () => {
    expect((await app.fetch('http://plants.example.com/__mock/health')).status).toBe(200)
  })
})

// Bun, Deno, Hono and workerd, as test/harness/runtimes shows.
test("'network-error' with createMockApp, of which Bun, Deno, Hono or workerd make their own 500: use 'cut-short'", async () => {
  const store = createMockStore()
  const mock = createMockApp({ store })
  const url = 'http://localhost/plants'
  const post = { method: 'POST' }
  for (const request of [passedOn(url, post), new Request(url, post)]) {
    store.failNext('network-error')
    await expect(mock.fetch(request)).rejects.toThrow('Injected failure: network-error')
  }
  expect(store.requests.map(({ reason }) => reason)).toEqual([
    "The app's server answers a network error with a 500 of its own: use cut-short there",
    'Injected failure: network-error',
  ])
})

test('An Origin of the app may use the control API', async () => {
  const headers = { origin: 'https://mock.plants.test' }
  const url = 'https://mock.plants.test/__mock/health'
  for (const request of [passedOn(url, { headers }), new Request(url, { headers })])
    expect((await app.fetch(request)).status).toBe(200)
})
