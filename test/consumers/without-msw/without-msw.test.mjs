import assert from 'node:assert/strict'
import test from 'node:test'
import { PlantStoreClient } from 'plant-store-client'
import { connectMockServer, createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'

test('the client, the server and its control work', async () => {
  const store = createMockStore({ accessTokens: ['token'] })
  const server = await startMockServer({ store, port: 0 })
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  const result = await client.addPlant({ id: 1, name: 'Monstera' })
  const plants = await connectMockServer(server.url).plants()
  await server.close()
  assert.equal(result.data?.name, 'Monstera')
  assert.deepEqual(plants, [{ id: 1, name: 'Monstera' }])
})

test('the handlers name the missing package', async () => {
  const handlers = import('plant-store-client/mock/msw')
  await assert.rejects(handlers, /Cannot find package 'msw' imported from .*plant-store-client/)
})

test('handlers given to the server say what to install', async () => {
  const handlers = [{ run: async () => undefined }]
  const refused = startMockServer({ port: 0, handlers })
  await assert.rejects(refused, /handlers require the package msw: npm install --save-dev msw/)
})
