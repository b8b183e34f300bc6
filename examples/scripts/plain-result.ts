// A result as plain data, for what must cross a boundary.
// #region plain
import { PlantStoreClient, plainResult } from 'plant-store-client'

const { PLANT_STORE_TOKEN: accessToken = '' } = process.env
const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })

const result = await client.addPlant({ id: 1, name: 'Monstera' })
console.log(plainResult(result)) // { ok: true, data: { name: 'Monstera' } }
// #endregion
