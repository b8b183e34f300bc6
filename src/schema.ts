import { issuesOfRequest } from '../generated/validators.ts'
import { describeValue } from './describe-value.ts'
import type { Issue } from './errors.ts'
import { toPlainData } from './json.ts'
import type { NewPlant } from './plant.ts'

/** A schema by the Standard Schema specification, version 1 (https://standardschema.dev). */
export interface StandardSchemaV1<Input, Output = Input> {
  /** The properties that Standard Schema requires. */
  readonly '~standard': {
    /** The version of the Standard Schema specification. */
    readonly version: 1
    /** The package that made the schema. */
    readonly vendor: string
    /** Returns the value, or every problem found. */
    readonly validate: (value: unknown) => SchemaResult<Output>
    /** For inference only; never set. */
    readonly types?:
      | {
          /** What the schema takes. */
          readonly input: Input
          /** What it returns. */
          readonly output: Output
        }
      | undefined
  }
}

/** The outcome of a validation: the value, or every problem found. */
export type SchemaResult<Value> =
  | {
      /** The value, which conforms to the contract. */
      readonly value: Value
      /** Every problem found, if there is one. */
      readonly issues?: undefined
    }
  | {
      /** Every problem found, if there is one. */
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
export const newPlantSchema: StandardSchemaV1<NewPlant> = {
  '~standard': {
    version: 1,
    vendor: 'plant-store-client',
    validate(value) {
      const { plant, issues } = checkPlant(value)
      return issues.length > 0 ? { issues } : { value: plant }
    },
  },
}

/** A checked plant. `cause` is the exception if it cannot be written as JSON. */
interface CheckedPlant {
  /** A copy, so that neither the caller nor a `toJSON` can change the plant after the check. */
  readonly plant: NewPlant
  readonly issues: readonly Issue[]
  readonly cause?: unknown
}

/** Checks a plant against the contract, and that it can be written as JSON. */
export function checkPlant(given: unknown): CheckedPlant {
  try {
    const plant = toPlainData(given) as NewPlant // throws on a circular reference, for example
    const issues = issuesOfRequest(plant).map(({ path, message }) => {
      const value = path.reduce<unknown>((part, name) => Object(part)[name], plant)
      const isMissing = value === undefined && path.length > 0
      const got = isMissing ? '' : `, but got ${describeValue(value)}`
      return { message: message + got, path }
    })
    return { plant, issues }
  } catch (cause) {
    const issues = [{ message: 'cannot be written as JSON', path: [] }]
    return { plant: given as NewPlant, issues, cause }
  }
}
