// Ids are int64: beyond 2^53 - 1 a number is not exact, and a bigint is.
import { PlantStoreClient } from 'plant-store-client'

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})

// #region id
const { data } = await client.addPlant({ id: 9007199254740993n, name: 'Monstera' })
const { error } = await client.addPlant({ id: 2 ** 53, name: 'Monstera' })
console.log(data?.name) // Monstera
console.log(error?.kind) // invalid-request
// #endregion
