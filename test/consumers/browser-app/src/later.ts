import { PlantStoreClient } from 'plant-store-client'
import { addPlant } from './add-plant'

export function addAnother(baseUrl: string): Promise<string> {
  const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
  return addPlant(client, { id: 9007199254740993n, name: 'Hoya' })
}
