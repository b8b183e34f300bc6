import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'

async function add() {
  const server = await startMockServer({ port: 0, accessTokens: ['token'] })
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token' })
  const result = await client.addPlant({ id: 1, name: 'Monstera' })
  console.log(result.ok ? result.data.name : result.error.message, server.store.plants.length)
  await server.close()
}
add()
