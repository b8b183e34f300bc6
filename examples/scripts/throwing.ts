// A failed call as an exception, for code that expects one.
import { PlantStoreClient, unwrap } from 'plant-store-client'

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})

// #region unwrap
const plant = await client.addPlant({ id: 1, name: 'Monstera' }).then(unwrap)
console.log(plant.name) // Monstera
// #endregion
