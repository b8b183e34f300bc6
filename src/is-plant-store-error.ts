import type { PlantStoreError } from './errors.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/**
 * Returns whether a value is an error of the client: for a `catch` after `throw result.error`, or for an
 * error boundary. It knows the errors of both builds, ES modules and CommonJS.
 *
 * @param value Anything that can be thrown.
 *
 * @example
 * ```ts
 * import { isPlantStoreError, PlantStoreClient } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * try {
 *   const { error } = await client.addPlant({ id: 1.5, name: 'Monstera' })
 *   if (error) throw error
 * } catch (error) {
 *   if (!isPlantStoreError(error)) throw error
 *   console.log(error.kind) // invalid-request
 * }
 * ```
 */
export function isPlantStoreError(value: unknown): value is PlantStoreError {
  // Each build has a class of its own, so `instanceof` would know only one.
  const hasEssentials = () =>
    value instanceof Error && value.name === 'PlantStoreError' && 'kind' in value
  return unlessItThrows(hasEssentials) ?? false
}
