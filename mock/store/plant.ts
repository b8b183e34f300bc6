import type { AddPlantRequest } from '../../generated/types.ts'

/** A plant as it was added, the same type as the client's. `id` is a number if safe, otherwise a bigint. */
export type NewPlant = AddPlantRequest
