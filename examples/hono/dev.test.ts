import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { PlantStoreClient } from 'plant-store-client'
import dev, { mock } from './dev.ts'

const { store } = mock
beforeEach(() => store.reset())

const post = (body: unknown, headers: Record<string, string> = {}) =>
  dev.request('/api/seedlings', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test("Hono needs no set-up: the mock is mounted beside the app's own API, in one process, which adds a plant to it", async () => {
  const response = await post({ id: '9007199254740993', name: 'Hoya' })

  assert.deepEqual(await response.json(), { name: 'Hoya', tag: 'seedling' })
  assert.deepEqual(store.plants, [{ id: 9007199254740993n, name: 'Hoya', tag: 'seedling' }])
})

test('it passes on whether a plant may have been added', async () => {
  store.failNext({ status: 503, headers: { 'retry-after': '90' } })
  const refused = await post({ id: '1', name: 'Hoya' })
  assert.deepEqual(await refused.json(), { error: 'api', mayHaveBeenAdded: false })

  store.failNext('cut-short')
  const lost = await post({ id: '1', name: 'Hoya' })
  assert.deepEqual(await lost.json(), { error: 'network', mayHaveBeenAdded: true })
})

test("Hono answers 'network-error' of createMockApp with a 500 of its own", async context => {
  const { mock: logged } = context.mock.method(console, 'error', () => {})
  store.failNext('network-error')
  const response = await dev.request('/plant-store/plants', { method: 'POST' })
  assert.equal(response.status, 500)
  assert.match(String(logged.calls[0]?.arguments[0]), /Injected failure: network-error/)
})

test('the mounted store accepts its own token alone', async () => {
  const add = (accessToken: string) =>
    new PlantStoreClient({
      baseUrl: 'http://localhost/plant-store',
      accessToken,
      fetch: async (url, init) => dev.request(url, init),
    }).addPlant({ id: 1, name: 'Monstera' })

  assert.equal((await add('let-me-in')).data?.name, 'Monstera')
  assert.equal((await add('let-me-in-too')).response?.status, 401)
  const { authorization } = store.requests[1]?.headers ?? {}
  assert.equal(authorization, 'Bearer [redacted]')
})

test('the server passes the header x-mock-session on: what it sends belongs to that session', async () => {
  mock.session('broken').failNext({ status: 500 })
  const add = (session: string) => post({ id: '1', name: 'Hoya' }, { 'x-mock-session': session })
  const [broken, working] = await Promise.all([add('broken'), add('working')])
  assert.deepEqual([broken.status, working.status], [502, 200])
  assert.deepEqual(mock.session('broken').plants, [])
  assert.deepEqual(mock.session('working').plants, [{ id: 1, name: 'Hoya', tag: 'seedling' }])
  assert.deepEqual(store.requests, [])
})

test('createMockApp serves { fetch } with its console, which is mounted too', async () => {
  const page = await dev.request('/plant-store/__mock')
  assert.match(await page.text(), /<script type="module">/)
})

test('other paths do not reach the mock', async () => {
  assert.equal((await dev.request('/plants', { method: 'POST' })).status, 404)
  assert.deepEqual(store.requests, [])
})
