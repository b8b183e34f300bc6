// #region jest
const { PlantStoreClient } = require('plant-store-client')
const { createMockStore } = require('plant-store-client/mock')
const { addPlant } = require('./add-plant.js') // your code, which is given the client

const store = createMockStore({ accessTokens: ['token'] })
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  fetch: store.fetch,
})
afterEach(() => store.reset())

test('a plant is added', async () => {
  expect(await addPlant(client, { id: 1, name: 'Monstera' })).toBe('Monstera was added')
  expect(store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})
// #endregion

test('the connection is lost', async () => {
  store.failNext('network-error')
  const message = await addPlant(client, { id: 1, name: 'Monstera' })
  expect(message).toBe('Monstera may have been added: please check')
  expect(store.plants).toEqual([])
})
