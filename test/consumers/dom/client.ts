import { PlantStoreClient } from 'plant-store-client'

/** The application's client, which a test replaces by `vi.mock`. */
export const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
})
