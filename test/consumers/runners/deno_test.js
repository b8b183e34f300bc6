// Deno checks types, and needs @types/node among the packages for those of the mock server.
import assert from 'node:assert/strict'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'

const options = { baseUrl: 'https://plants.example.com/v1', accessToken: 'token' }

Deno.test('a plant is added', async () => {
  const store = createMockStore({ accessTokens: ['token'] })
  const client = new PlantStoreClient({ ...options, fetch: store.fetch })
  const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
  assert.deepEqual(data, { name: 'Monstera' })
  assert.deepEqual(store.plants, [{ id: 1, name: 'Monstera' }])
})

// Deno's test runner fails a test that leaves a timer, a stream or a connection behind.
Deno.test('the mock server answers, and nothing is left open', async () => {
  await using server = await startMockServer({ port: 0, accessTokens: ['token'] })
  const client = new PlantStoreClient({ ...options, baseUrl: server.url })
  const { data } = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
  assert.deepEqual(data, { name: 'Monstera' })
  assert.deepEqual(server.store.plants, [{ id: 9007199254740993n, name: 'Monstera' }])
})
