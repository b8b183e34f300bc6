// #region jest-msw
const { setupServer } = require('msw/node')
const { createMockStore } = require('plant-store-client/mock')
const { createHandlers } = require('plant-store-client/mock/msw')
const { addPlant } = require('./add-plant.js') // your code, which calls the client

const store = createMockStore({ accessTokens: ['token'] })
const server = setupServer(...createHandlers(store))
beforeAll(() => server.listen())
afterEach(() => store.reset())
afterAll(() => server.close())

test('a plant is added', async () => {
  expect(await addPlant({ id: 1, name: 'Monstera' })).toBe('Monstera was added')
  expect(store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})

test('a token that is not accepted', async () => {
  store.failNext({ status: 401 })
  expect(await addPlant({ id: 1, name: 'Monstera' })).toBe('Monstera was not added')
  expect(store.plants).toEqual([])
})
// #endregion
