// A result as plain data, for what must cross a boundary.
// #region plain
import { PlantStoreClient, plainResult } from 'plant-store-client'

const { PLANT_STORE_TOKEN: accessToken = '' } = process.env
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken,
})

/** A server action. Frameworks cannot serialize an Error or a Response. */
async function addMonstera() {
  return plainResult(await client.addPlant({ id: 1, name: 'Monstera' }))
}
// #endregion

console.log(await addMonstera()) // { ok: true, data: { name: 'Monstera' } }
