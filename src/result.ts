import type { PlantStoreError } from './errors.ts'
import type { Plant } from './plant.ts'

/**
 * The outcome of a call: the plant, or what went wrong. It narrows on `ok` and, when destructured,
 * on `error` or `data`.
 *
 * @example
 * ```ts
 * import { type AddPlantResult, PlantStoreClient } from 'plant-store-client'
 *
 * const describe = (result: AddPlantResult) =>
 *   result.ok ? `Added ${result.data.name}` : `${result.error.kind}: ${result.error.message}`
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * console.log(describe(await client.addPlant({ id: 1, name: 'Monstera' }))) // Added Monstera
 * ```
 */
export type AddPlantResult =
  | {
      /** `true`: the response is the contract's 200. */
      ok: true
      /** The plant as the service returned it, if the call succeeded. */
      data: Plant
      /** What went wrong, if the call failed. */
      error?: undefined
      /** The response. Its body was already read. */
      response: Response
    }
  | {
      /** `false`: the call failed, and `error.mayHaveBeenAdded` says whether the plant may have been added. */
      ok: false
      /** The plant as the service returned it, if the call succeeded. */
      data?: undefined
      /** What went wrong, if the call failed. */
      error: PlantStoreError
      /** The response to the last attempt, if one came. Its body was already read or cancelled. */
      response?: Response | undefined
    }

/** The outcome of a call that added the plant. */
export type SuccessResult = Extract<AddPlantResult, { ok: true }>
