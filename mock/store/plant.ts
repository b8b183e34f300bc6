import type { AddPlantRequest } from '../../generated/types.ts'

/**
 * A plant as it was added. `id` is a number if safe, otherwise a bigint.
 *
 * @example
 * ```ts
 * import { createMockStore, type NewPlant } from 'plant-store-client/mock'
 *
 * const plants: NewPlant[] = [{ id: 9007199254740993n, name: 'Hoya' }]
 * console.log(createMockStore({ plants }).plants[0]?.id) // 9007199254740993n
 * ```
 */
export interface NewPlant extends Merge<AddPlantRequest> {}

/** The members of an intersection as one object type, which editors show in full. */
type Merge<T> = { [K in keyof T]: T[K] }
