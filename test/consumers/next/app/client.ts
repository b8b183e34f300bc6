// #region client
import { PlantStoreClient } from 'plant-store-client'

/** Creates a client. The address is known when the app runs, not when it is built. */
export const client = (accessToken = 'token') =>
  new PlantStoreClient({ baseUrl: process.env.PLANT_STORE_URL ?? '', accessToken })
// #endregion
