// Adds one plant to a store of the mock, in one process.
// #region call
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore() // stands in for the service
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  fetch: store.fetch, // without it, the client calls the service
})

const result = await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
if (result.ok) console.log(result.data.name)
else console.error(result.error.kind, result.error.message)

store.failNext('cut-short') // the next response breaks off
const { error } = await client.addPlant({ id: 2, name: 'Hoya' })
console.log(error?.kind, error?.mayHaveBeenAdded) // network true
// #endregion
