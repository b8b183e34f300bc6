// A token provider for one user: it signs in once for all calls that wait, and again after a 401.
// #region provider
import { createTokenProvider, PlantStoreClient } from 'plant-store-client'

// #endregion
const tokens = ['token-of-yesterday', 'token']
const signIn = async () => tokens.shift() ?? ''

// #region provider
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: createTokenProvider(signIn),
})
// #endregion

const result = await client.addPlant({ id: 1, name: 'Monstera' })
console.log(result.data?.name) // Monstera
