import type { AddPlantError, AddPlantRequest, AddPlantSuccess } from '../generated/types.ts'

/**
 * A plant as the service returns it: without its id, which is not part of the declared response.
 *
 * @example
 * ```ts
 * import type { Plant } from 'plant-store-client'
 *
 * const label = ({ name, tag }: Plant) => (tag ? `${name} (${tag})` : name)
 * ```
 */
export interface Plant extends AddPlantSuccess {}

/**
 * A plant to add. `id` is a safe integer, or a bigint within int64. Other numbers are rejected:
 * beyond 2^53 - 1, a number may have lost digits.
 *
 * @example
 * ```ts
 * import type { NewPlant } from 'plant-store-client'
 *
 * const plants: NewPlant[] = [
 *   { id: 1, name: 'Monstera', tag: 'tropical' },
 *   { id: 9223372036854775807n, name: 'Hoya' },
 * ]
 * ```
 */
export interface NewPlant extends AddPlantRequest {}

/**
 * The body of a response in which the service says what went wrong. The specification does not show
 * what the values of `error` mean.
 *
 * @example
 * ```ts
 * import type { ServiceError } from 'plant-store-client'
 *
 * const describe = ({ error, message }: ServiceError) => `${error}: ${message}`
 * ```
 */
export interface ServiceError extends AddPlantError {}
