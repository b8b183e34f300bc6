// A request that waits until it is released.
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore()
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com',
  accessToken: 'token',
  fetch: store.fetch,
})

// #region hold
const hold = store.holdNext()
const adding = client.addPlant({ id: 1, name: 'Monstera' })
const request = await hold.arrived
console.log(request.body) // { id: 1, name: 'Monstera' }
// ... expect a spinner ...
hold.release()
const { ok } = await adding
console.log(ok) // true
// #endregion
