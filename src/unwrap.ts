import type { Plant } from './plant.ts'
import type { AddPlantResult } from './result.ts'

/**
 * Returns the plant of a result, or throws its error, for code that works with exceptions.
 *
 * @param result What `addPlant` resolved to.
 *
 * @example
 * ```ts
 * import { PlantStoreClient, unwrap } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * const plant = await client.addPlant({ id: 1, name: 'Monstera' }).then(unwrap)
 * console.log(plant.name) // Monstera
 * ```
 */
export function unwrap(result: AddPlantResult): Plant {
  if (result.ok) return result.data
  // A promise that was not awaited arrives here in JavaScript.
  throw result.error ?? new TypeError('unwrap needs the result of addPlant: await it first')
}
