// What else the fetch of a page takes: cookies of another origin, and a request that outlives the page.
// #region options
import { PlantStoreClient } from 'plant-store-client'

// #endregion
const signIn = async () => 'token'

// #region options
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: signIn, // resolves to the user's token
  fetch: (url, init) => fetch(url, { ...init, credentials: 'include', keepalive: true }),
})
// #endregion

const { ok } = await client.addPlant({ id: 1, name: 'Monstera' })
console.log(ok) // true
