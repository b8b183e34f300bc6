import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore({ accessTokens: ['token'] })
const plant = { id: 9007199254740993n, name: 'Monstera' }
const options = { baseUrl: 'https://plants.example.com/v1', accessToken: 'token' }

beforeEach(() => store.reset())

test("the store's fetch answers the client", async () => {
  const client = new PlantStoreClient({ ...options, fetch: store.fetch })
  const { data } = await client.addPlant(plant)
  expect(data).toEqual({ name: 'Monstera' })
  expect(store.plants).toEqual([plant])
})

test('a call that the store does not answer can be aborted', async () => {
  store.failNext('no-answer')
  const client = new PlantStoreClient({ ...options, fetch: store.fetch })
  const controller = new AbortController()
  const call = client.addPlant(plant, { signal: controller.signal })
  controller.abort()
  expect((await call).error?.kind).toBe('aborted')
})

test('middleware works', async () => {
  const onRequest = jest.fn()
  const client = new PlantStoreClient({
    ...options,
    fetch: store.fetch,
    middleware: [{ onRequest }],
  })
  expect((await client.addPlant(plant)).ok).toBe(true)
  expect(onRequest).toHaveBeenCalledTimes(1)
})
