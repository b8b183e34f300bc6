import { issuesOfRequest } from '../generated/validators.js'
import { describeCause } from './cause.ts'
import type { Issue } from './errors.ts'
import type { NewPlant } from './plant.ts'

/**
 * A schema by the Standard Schema specification, version 1 (https://standardschema.dev).
 *
 * @example
 * ```ts
 * import { newPlantSchema, type NewPlant, type StandardSchema } from 'plant-store-client'
 *
 * const schema: StandardSchema<NewPlant> = newPlantSchema
 * console.log(schema['~standard'].vendor) // plant-store-client
 * ```
 */
export interface StandardSchema<Value> {
  /** The properties that the Standard Schema specification asks for. */
  readonly '~standard': {
    /** The version of the Standard Schema specification. */
    readonly version: 1
    /** The package that made the schema. */
    readonly vendor: string
    /** Returns the value, or every problem found. */
    readonly validate: (value: unknown) => SchemaResult<Value>
    /** For inference only; never set. */
    readonly types?:
      | {
          /** What the schema takes. */
          readonly input: Value
          /** What it returns. */
          readonly output: Value
        }
      | undefined
  }
}

/**
 * What a schema says of a value: the value, or every problem found.
 *
 * @example
 * ```ts
 * import { newPlantSchema, type NewPlant, type SchemaResult } from 'plant-store-client'
 *
 * const result: SchemaResult<NewPlant> = newPlantSchema['~standard'].validate({})
 * console.log(result.issues?.length) // 2
 * ```
 */
export type SchemaResult<Value> =
  | {
      /** The value; it conforms. */
      readonly value: Value
      /** Absent. */
      readonly issues?: undefined
    }
  | {
      /** Every problem found. */
      readonly issues: readonly Issue[]
    }

/**
 * The contract's NewPlant as a Standard Schema, for form libraries, tRPC or Hono. It makes the same
 * checks as `addPlant`.
 *
 * @example
 * ```ts
 * import { newPlantSchema } from 'plant-store-client'
 *
 * const result = newPlantSchema['~standard'].validate({ id: 1 })
 * console.log(result.issues) // [ { message: 'is required', path: [ 'name' ] } ]
 * ```
 */
export const newPlantSchema: StandardSchema<NewPlant> = {
  '~standard': {
    version: 1,
    vendor: 'plant-store-client',
    validate(value) {
      try {
        const plant = copyPlant(value as NewPlant)
        const issues = issuesOfRequest(plant)
        return issues.length > 0 ? { issues } : { value: plant }
      } catch (cause) {
        return { issues: [{ path: [], message: `cannot be read: ${describeCause(cause)}` }] }
      }
    },
  },
}

/** A copy, so that what is checked is what is used, even of a plant that changes. */
export const copyPlant = (plant: NewPlant): NewPlant =>
  Object(plant) === plant && !Array.isArray(plant) ? { ...plant } : plant
