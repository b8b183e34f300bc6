// A token provider: asked for every attempt, and once more after a 401.
import { PlantStoreClient } from 'plant-store-client'

let token = 'token-of-yesterday'
const signIn = async () => 'token'

// #region provider
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  async accessToken({ rejected }) {
    if (token === rejected) token = await signIn()
    return token
  },
})
// #endregion

const result = await client.addPlant({ id: 1, name: 'Monstera' })
console.log(result.data?.name) // Monstera
