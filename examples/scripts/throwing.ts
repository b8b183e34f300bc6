// A failed call as an exception, for code that expects one.
import { type NewPlant, type Plant, PlantStoreClient } from 'plant-store-client'

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})

// #region throwing
/** Throws a `PlantStoreError`. */
async function addPlant(newPlant: NewPlant): Promise<Plant> {
  const { data, error } = await client.addPlant(newPlant)
  if (error) throw error
  return data
}
// #endregion

console.log(await addPlant({ id: 1, name: 'Monstera' })) // { name: 'Monstera' }
