import type { AddPlantError, AddPlantRequest, AddPlantSuccess } from '../generated/types.ts'

/**
 * A plant as the service gives it back: without its id, which the declared answer does not hold.
 *
 * @example
 * ```ts
 * import type { Plant } from 'plant-store-client'
 *
 * const label = ({ name, tag }: Plant) => (tag ? `${name} (${tag})` : name)
 * ```
 */
export interface Plant extends Id<AddPlantSuccess> {}

/**
 * A plant to be added. `id` is a safe integer or, beyond 2^53 - 1, a bigint within int64.
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
export interface NewPlant extends Id<AddPlantRequest> {}

/**
 * The body of an answer in which the service says what went wrong. The specification does not show
 * what the values of `error` mean.
 *
 * @example
 * ```ts
 * import type { ServiceError } from 'plant-store-client'
 *
 * const said = ({ error, message }: ServiceError) => `${error}: ${message}`
 * ```
 */
export interface ServiceError extends Id<AddPlantError> {}

/** The same type, its parts merged into one object. */
type Id<T> = { [K in keyof T]: T[K] }
