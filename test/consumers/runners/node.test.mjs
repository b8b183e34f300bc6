// #region node-test
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore({ accessTokens: ['token'] })
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  fetch: store.fetch,
})
afterEach(() => store.reset())

test('a plant is added', async () => {
  const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
  assert.deepEqual(data, { name: 'Monstera' })
  assert.deepEqual(store.plants, [{ id: 1, name: 'Monstera' }])
})
// #endregion

test('a method of the client can be mocked', async ({ mock }) => {
  const result = { ok: true, data: { name: 'Hoya' }, response: new Response() }
  const addPlant = mock.method(client, 'addPlant', async () => result)
  const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
  assert.deepEqual(data, { name: 'Hoya' })
  assert.equal(addPlant.mock.callCount(), 1)
  assert.deepEqual(store.plants, [])
})
