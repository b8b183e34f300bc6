import type { components } from '../generated/types.ts'

type Schemas = components['schemas']

/** A plant as the service gives it back. */
export interface Plant extends Id<Schemas['Plant']> {}

/** A plant to be added. `id` is a safe integer or, beyond 2^53 - 1, a bigint within int64. */
export interface NewPlant extends Id<Schemas['NewPlant']> {}

/** The body of an answer in which the service says what went wrong. */
export interface ServiceError extends Id<Schemas['Error']> {}

/** The same type, its parts merged into one object. */
type Id<T> = { [K in keyof T]: T[K] }
