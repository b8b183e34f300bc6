import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'

const store = createMockStore({ accessTokens: ['token'] })
const options = { baseUrl: 'https://plants.example.com/v1', accessToken: 'token' }
const client = new PlantStoreClient({ ...options, fetch: store.fetch })
const server = await startMockServer({ store, port: 0 })
afterEach(() => store.reset())
afterAll(() => server.close())

test('a plant is added', async () => {
  const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
  expect(data).toEqual({ name: 'Monstera' })
  expect(store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})

test('the mock server answers', async () => {
  const overSocket = new PlantStoreClient({ ...options, baseUrl: server.url })
  const { data } = await overSocket.addPlant({ id: 9007199254740993n, name: 'Monstera' })
  expect(data).toEqual({ name: 'Monstera' })
  expect(store.plants).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

test('spyOn replaces the global fetch', async () => {
  const spy = spyOn(globalThis, 'fetch').mockImplementation(store.fetch)
  const { data } = await new PlantStoreClient(options).addPlant({ id: 1, name: 'Monstera' })
  spy.mockRestore()
  expect(data).toEqual({ name: 'Monstera' })
})
