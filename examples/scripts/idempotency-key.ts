// One key for all attempts of a call, for a service that honors it, so that a plant is added once.
import { PlantStoreClient } from 'plant-store-client'

const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})

// #region key
const key = crypto.randomUUID() // keep it, to send it again
const added = await client.addPlant(
  { id: 1, name: 'Monstera' },
  { headers: { 'Idempotency-Key': key }, retryAmbiguous: true },
)
// #endregion
console.log(added.ok) // true
