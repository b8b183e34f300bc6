// To see a failure, a store makes a real one: a client whose calls fail, for a test.
// #region failing
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'

const { fetch, failNext } = createMockStore()
failNext({ status: 503 }, { times: Infinity })
const failing = new PlantStoreClient({ baseUrl: 'https://a.test', accessToken: 'token', fetch })
// #endregion

const { error } = await failing.addPlant({ id: 1, name: 'Monstera' })
console.log(error?.kind, error?.mayHaveBeenAdded) // api true
