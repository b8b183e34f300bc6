// A failed call as an exception, for code that expects one.
// #region unwrap
import { isPlantStoreError, PlantStoreClient, unwrap } from 'plant-store-client'

const { PLANT_STORE_TOKEN: accessToken = '' } = process.env
const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })

try {
  const plant = await client.addPlant({ id: 1, name: 'Monstera' }).then(unwrap)
  console.log(plant.name) // Monstera
} catch (error) {
  if (!isPlantStoreError(error)) throw error
  console.error(error.kind, error.mayHaveBeenAdded)
}
// #endregion
