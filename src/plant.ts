import type { AddPlantError, AddPlantRequest, AddPlantSuccess } from '../generated/types.ts'

/** A plant as the service returns it: without its id, which is not part of the declared response. */
export interface Plant extends AddPlantSuccess {}

/**
 * A plant to add. `id` is a safe integer, or a bigint within int64. Other numbers are rejected:
 * beyond 2^53 - 1, a number may have lost digits.
 */
export interface NewPlant extends AddPlantRequest {}

/**
 * The body of a response in which the service says what went wrong. The specification does not show
 * what the values of `error` mean.
 */
export interface ErrorBody extends AddPlantError {}

/** What an interface has, as a type: the types of JSON of other packages refuse interfaces. */
export type FieldsOf<T> = { [Name in keyof T]: T[Name] }
