// A store with plants from the start of a test, and a check that everything scheduled was used.
import { createMockStore } from 'plant-store-client/mock'

const store = createMockStore()

// #region seed
store.addPlants([{ id: 7, name: 'Monstera' }]) // until the next reset
store.failNext({ status: 503 }, { match: { id: 8 } })
// ... the test ...
console.log(store.scheduled) // [ { failure: { status: 503 }, times: 1, skip: 0, match: { id: 8 } } ]
// #endregion
