// The code of docs/essentials.md: a function that calls the client, and what it says when the mock fails.
// #region call
import { type NewPlant, PlantStoreClient } from 'plant-store-client'

const baseUrl = 'https://plants.example.com/v1'
const createClient = (fetch?: typeof globalThis.fetch) =>
  new PlantStoreClient({ baseUrl, accessToken: 'token', fetch })

async function addPlant(client: PlantStoreClient, plant: NewPlant): Promise<string> {
  const result = await client.addPlant(plant)
  if (result.ok) return `${result.data.name} was added`

  const { error } = result
  if (error.kind === 'invalid-request') return 'Please correct the form'
  if (error.mayHaveBeenAdded) return 'Please check the store first'
  return error.kind === 'api' ? error.body.message : 'Please try again'
}

// #endregion

// #region test
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore({ accessTokens: ['token'] })
const client = createClient(store.fetch)
console.log(await addPlant(client, { id: 1, name: 'Monstera' })) // Monstera was added

store.failNext({ status: 400 })
console.log(await addPlant(client, { id: 2, name: 'Hoya' })) // Injected failure: 400

store.failNext('cut-short')
console.log(await addPlant(client, { id: 3, name: 'Fern' })) // Please check the store first

console.log(store.requests.length) // 3
// #endregion
