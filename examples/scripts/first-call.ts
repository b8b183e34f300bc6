// Adds one plant.
// #region call
import { PlantStoreClient } from 'plant-store-client'

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token', // or a function that returns one
})

const result = await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
if (result.ok) console.log(result.data.name)
else console.error(result.error.kind, result.error.message)
// #endregion
