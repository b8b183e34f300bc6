const { PlantStoreClient } = require('plant-store-client')
const { startMockServer } = require('plant-store-client/mock/server')
const { addPlant } = require('./add-plant.js')

let server
let client
beforeAll(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['token'] })
  client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
})
afterEach(() => server.store.reset())
afterAll(() => server.close())

test('a plant is added', async () => {
  expect(await addPlant(client, { id: 1, name: 'Monstera' })).toBe('Monstera was added')
  expect(server.store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})

test('a token that is not accepted', async () => {
  const stranger = new PlantStoreClient({ baseUrl: server.url, accessToken: 'other' })
  expect(await addPlant(stranger, { id: 1, name: 'Monstera' })).toBe('Monstera was not added')
  expect(server.store.plants).toEqual([])
})
