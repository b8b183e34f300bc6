// The app for development: beside its own API, under /plant-store, a mock of the service that it calls.
import { Hono } from 'hono'
import { PlantStoreClient } from 'plant-store-client'
import { createMockApp } from 'plant-store-client/mock'
import { createApp } from './app.ts'

// #region mount
export const mock = createMockApp({ accessTokens: ['let-me-in'] })

const plantStore = new PlantStoreClient({
  baseUrl: 'http://localhost:3000/plant-store',
  accessToken: 'let-me-in',
  fetch: async (url, init) => dev.request(url, init), // to the mock without a socket
})

const dev: Hono = new Hono().route('/', createApp(plantStore)).mount('/plant-store', mock.fetch)

export default dev
// #endregion
