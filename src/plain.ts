import type { PlainError } from './errors.ts'
import type { FieldsOf, Plant } from './plant.ts'
import type { AddPlantResult } from './result.ts'

/** A result as plain data: no `Error`, no `Response`, nothing that a serializer refuses. */
export type PlainResult =
  | {
      /** `true`: the service added the plant. */
      ok: true
      /** The plant as the service returned it, if the call succeeded. */
      data: FieldsOf<Plant>
      /** What went wrong as plain data, if the call failed. */
      error?: undefined
    }
  | {
      /** `false`: the call failed. */
      ok: false
      /** What went wrong as plain data, if the call failed. */
      error: PlainError
      /** The plant as the service returned it, if the call succeeded. */
      data?: undefined
    }

/**
 * Turns a result into plain data, for what must cross a boundary: a server action, `postMessage`, a
 * store, a log.
 *
 * @param result What `addPlant` resolved to.
 *
 * @example
 * ```ts
 * import { PlantStoreClient, plainResult } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * const result = plainResult(await client.addPlant({ id: 1, name: 'Monstera' }))
 * console.log(JSON.stringify(result)) // {"ok":true,"data":{"name":"Monstera"}}
 * ```
 */
export function plainResult(result: AddPlantResult): PlainResult {
  return result.ok ? { ok: true, data: result.data } : { ok: false, error: result.error.toJSON() }
}
