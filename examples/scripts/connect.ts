// The store of a mock server in another process.
// #region connect
import { connectMockServer } from 'plant-store-client/mock'

const mock = connectMockServer('http://127.0.0.1:4010', { session: 'checkout-test' })
await mock.addPlants([{ id: 1, name: 'Monstera' }])
await mock.failNext('cut-short')
console.log(await mock.plants()) // [ { name: 'Monstera', id: 1 } ]
// #endregion
