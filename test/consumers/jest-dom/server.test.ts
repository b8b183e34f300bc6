import { PlantStoreClient } from 'plant-store-client'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
})
afterAll(() => server.close())

test('the mock server, in the same process, answers the client', async () => {
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  const { data, error } = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
  expect(error).toBeUndefined()
  expect(data).toEqual({ name: 'Monstera' })
  expect(server.store.plants).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})
