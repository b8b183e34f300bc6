import process from 'node:process'
import { PlantStoreClient } from 'plant-store-client'

export const client = (accessToken = 'token') =>
  new PlantStoreClient({ baseUrl: process.env.PLANT_STORE_URL ?? '', accessToken })
