import type { PlantStoreError } from './errors.ts'
import type { Plant } from './plant.ts'

/**
 * What came of a call: the plant, or what went wrong. It narrows on `ok`, and, destructured, on
 * `error` or `data`.
 *
 * @example
 * ```ts
 * import { type AddPlantResult, PlantStoreClient } from 'plant-store-client'
 *
 * const shown = (result: AddPlantResult) =>
 *   result.ok ? `Added ${result.data.name}` : `${result.error.kind}: ${result.error.message}`
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * console.log(shown(await client.addPlant({ id: 1, name: 'Monstera' }))) // Added Monstera
 * ```
 */
export type AddPlantResult =
  | {
      /** The service added the plant: it answered with the contract's 200. */
      ok: true
      /** The plant as the service gives it back. */
      data: Plant
      /** None. */
      error?: undefined
      /** The answer, its body already read. */
      response: Response
    }
  | {
      /** The call failed. Whether the plant was added is in `error.mayHaveBeenAdded`. */
      ok: false
      /** None. */
      data?: undefined
      /** What went wrong. */
      error: PlantStoreError
      /** The last answer, its body already read; missing where none came. */
      response?: Response | undefined
    }
