// #region vitest
import { setupServer } from 'msw/node'
import { createMockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPlant } from './add-plant.ts' // your code, which calls the client

const store = createMockStore({ accessTokens: ['token'] })
const server = setupServer(...createHandlers(store))
beforeAll(() => server.listen())
afterEach(() => store.reset())
afterAll(() => server.close())

test('a plant is added', async () => {
  expect(await addPlant({ id: 1, name: 'Monstera' })).toBe('Monstera was added')
  expect(store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})

test('the service breaks down', async () => {
  store.failNext({ status: 500 })
  expect(await addPlant({ id: 1, name: 'Monstera' })).toBe(
    'Monstera may have been added: please check',
  )
  expect(store.plants).toEqual([])
})
// #endregion
