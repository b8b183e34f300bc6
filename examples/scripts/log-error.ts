// An error in a structured log.
// #region log
import { PlantStoreClient } from 'plant-store-client'

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})

const { error } = await client.addPlant({ id: 1.5, name: 'Monstera' })
if (error) console.log(JSON.stringify({ level: 'error', ...error.toJSON() }))
// #endregion
if (error) console.log(error.toJSON().kind) // invalid-request
