import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore({ accessTokens: ['token'] })
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  fetch: store.fetch,
})
client
  .addPlant({ id: 9007199254740993n, name: 'Monstera' })
  .then(({ data, error }) => console.log(data?.name ?? error, store.plants[0]?.id))
