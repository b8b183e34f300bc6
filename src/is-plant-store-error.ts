import { typeTag } from './describe-value.ts'
import type { PlantStoreError } from './errors.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/**
 * Returns whether a value is an error of the client: for a `catch` after `throw result.error`, or for an
 * error boundary. It knows the errors of both builds, ES modules and CommonJS, and those of other realms, such as an
 * iframe's or those of Jest's environments.
 *
 * @param value Anything that can be thrown.
 *
 * @example
 * ```ts
 * import { isPlantStoreError, PlantStoreClient, unwrap } from 'plant-store-client'
 *
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com/v1',
 *   accessToken: 'token',
 * })
 * try {
 *   await client.addPlant({ id: 1.5, name: 'Monstera' }).then(unwrap)
 * } catch (error) {
 *   if (!isPlantStoreError(error)) throw error
 *   console.log(error.kind) // invalid-request
 * }
 * ```
 */
export function isPlantStoreError(value: unknown): value is PlantStoreError {
  // Each build has a class of its own, and each realm its own Error, so `instanceof` would know only one.
  const hasEssentials = () => {
    const { name, kind } = Object(value)
    return typeTag(value) === 'Error' && name === 'PlantStoreError' && kind !== undefined
  }
  return unlessItThrows(hasEssentials) ?? false
}
