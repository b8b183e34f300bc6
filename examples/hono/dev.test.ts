import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { PlantStoreClient } from 'plant-store-client'
import dev, { store } from './dev.ts'

beforeEach(() => store.reset())

const post = (body: unknown) =>
  dev.request('/api/seedlings', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test("the app's own API adds a plant to the mock", async () => {
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

test('the mounted store accepts its own token alone', async () => {
  const add = (accessToken: string) =>
    new PlantStoreClient({
      baseUrl: 'http://localhost/plant-store',
      accessToken,
      fetch: async (url, init) => dev.request(url, init),
    }).addPlant({ id: 1, name: 'Monstera' })

  assert.equal((await add('let-me-in')).data?.name, 'Monstera')
  assert.equal((await add('let-me-in-too')).response?.status, 401)
  assert.equal(store.requests[1]?.headers.authorization, 'Bearer [redacted]')
})

test('other paths do not reach the mock', async () => {
  assert.equal((await dev.request('/plants', { method: 'POST' })).status, 404)
  assert.deepEqual(store.requests, [])
})
