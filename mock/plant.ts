import type { AddPlantRequest } from '../generated/types.ts'

/**
 * A plant as it was added. `id` is a number where that is safe, else a bigint.
 *
 * @example
 * ```ts
 * import { createMockStore, type NewPlant } from 'plant-store-client/mock/server'
 *
 * const plants: NewPlant[] = [{ id: 9007199254740993n, name: 'Hoya' }]
 * console.log(createMockStore({ plants }).plants[0]?.id) // 9007199254740993n
 * ```
 */
export interface NewPlant extends Id<AddPlantRequest> {}

/** The same type, its parts merged into one object. */
type Id<T> = { [K in keyof T]: T[K] }
