// Injected failures.
import { PlantStoreClient } from 'plant-store-client'
// #region failures
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore()
store.failNext({ status: 503, headers: { 'retry-after': '1' } }) // the next request
store.failNext('network-error', { times: 2 }) // the two after it
store.failNext({ status: 400 }, { match: { id: 7 } }) // the next with that id
store.failNext({ status: 500 }, { match: ({ name }) => name.startsWith('Fern'), skip: 1 })
// #endregion
store.reset()
store.failNext({ status: 400 }, { match: { id: 7 } })

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com',
  accessToken: 'token',
  fetch: store.fetch,
})
const { ok } = await client.addPlant({ id: 1, name: 'Monstera' })
const { error } = await client.addPlant({ id: 7, name: 'Monstera' })
console.log(ok) // true
console.log(error?.kind) // api
