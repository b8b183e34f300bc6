// A function that adds a plant, and what it tells a user of each outcome.
// #region call
import { type NewPlant, PlantStoreClient } from 'plant-store-client'

const { PLANT_STORE_TOKEN: accessToken = '' } = process.env
const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })

/** Adds a plant. Resolves to what the user is told. */
async function addPlant(plant: NewPlant): Promise<string> {
  const { data, error } = await client.addPlant(plant)
  if (data) return `${data.name} was added`
  if (error.kind === 'invalid-request') return 'Please correct the form'
  if (error.mayHaveBeenAdded) return 'Please check the store first'
  return error.kind === 'api' ? error.body.message : 'Please try again'
}

console.log(await addPlant({ id: 1, name: 'Monstera' })) // Monstera was added
// #endregion

const failNext = (failure: object | string) =>
  fetch('https://plants.example.com/__mock/failures', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ failure }),
  })
await failNext({ status: 400 })
console.log(await addPlant({ id: 2, name: 'Hoya' })) // Injected failure: 400
await failNext('cut-short')
console.log(await addPlant({ id: 3, name: 'Fern' })) // Please check the store first
console.log(await addPlant({ id: 1.5, name: 'Fern' })) // Please correct the form
