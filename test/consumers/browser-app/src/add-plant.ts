import type { NewPlant, PlantStoreClient } from 'plant-store-client'

/** What the page says after somebody added a plant. */
export async function addPlant(client: PlantStoreClient, plant: NewPlant): Promise<string> {
  const result = await client.addPlant(plant)
  if (result.ok) return `Added ${result.data.name}.`
  return result.error.message
}
