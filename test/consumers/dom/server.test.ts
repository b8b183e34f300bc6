import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: MockServer
let client: PlantStoreClient
beforeAll(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
})
afterAll(() => server.close())

test('the mock server answers the fetch of the environment', async () => {
  const { data } = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
  expect(data).toEqual({ name: 'Monstera' })
  expect(server.store.plants).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

test('a call that times out ends', async () => {
  server.store.failNext('no-answer')
  const { error } = await client.addPlant({ id: 1, name: 'Monstera' }, { timeout: 50 })
  expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
})
