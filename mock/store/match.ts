import { requestExample, requestFields } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { isPlainObject, type OptionCheck, objectInsteadOf, problemAt } from './check-options.ts'
import type { NewPlant } from './plant.ts'

/**
 * The plants that a failure or a hold is for: a request matches if its body is a valid NewPlant with
 * these values. Ids are compared exactly: `7` equals `7n`.
 */
export type PlantMatch = { [Field in keyof NewPlant]?: NewPlant[Field] | undefined }

/**
 * Which requests a failure or a hold is for: requests whose plant has the given values or, in the same process,
 * for whose plant a function returns true. The function gets a copy of each plant that is sent.
 *
 * @example
 * ```ts
 * import { createMockStore, type RequestMatch } from 'plant-store-client/mock'
 *
 * const long: RequestMatch = ({ name }) => name.length > 100
 * createMockStore().failNext({ status: 400 }, { match: long })
 * ```
 */
export type RequestMatch = PlantMatch | ((plant: NewPlant) => boolean)

const FIELDS = new Set<string>(requestFields.map(({ name }) => name))

const NAMES = [...FIELDS].join(', ')

/** Finds what is wrong with a `RequestMatch`. */
export function checkMatch(value: unknown): ReturnType<OptionCheck> {
  if (typeof value === 'function') return []
  return isPlainObject(value) ? checkFields(value) : [notFields(value, ', or a function')]
}

/** Finds what is wrong with a `PlantMatch`. */
export function checkPlantMatch(value: unknown): ReturnType<OptionCheck> {
  if (isPlainObject(value)) return checkFields(value)
  const isFunction = typeof value === 'function'
  return [notFields(value, isFunction ? ': a function works only in process' : '')]
}

const notFields = (value: unknown, hint: string) =>
  problemAt([], `must be ${objectInsteadOf(value)} of ${NAMES}${hint}`)

function checkFields(value: object): ReturnType<OptionCheck> {
  const given = valuesOf(value)
  const unknown = [...given.keys()].filter(name => !FIELDS.has(name))
  // The other fields come from a valid plant, so only the match can be wrong.
  const issues = issuesOfRequest({ ...requestExample, ...Object.fromEntries(given) })
  return [
    ...unknown.map(name => problemAt([name], `is not a field of a plant: it has ${NAMES}`)),
    ...issues
      .filter(({ path: [name] }) => FIELDS.has(`${name}`))
      .map(({ path, message }) => problemAt(path, message)),
  ]
}

/** Returns the properties of a match. Undefined counts as left out. */
const valuesOf = (match: object): Map<string, unknown> =>
  new Map(Object.entries(match).filter(([, value]) => value !== undefined))

/** A stored `RequestMatch`; later changes to the caller's object do not reach it. */
export class Matcher {
  readonly #function: ((plant: NewPlant) => boolean) | undefined
  /** Each field with its value as JSON, so that equal integers are equal. */
  readonly #fields: readonly (readonly [name: string, json: string])[]

  constructor(match: RequestMatch) {
    this.#function = typeof match === 'function' ? match : undefined
    const values = typeof match === 'function' ? [] : [...valuesOf(match)]
    this.#fields = values.map(([name, value]) => [name, writeJson(value)])
  }

  get isFunction(): boolean {
    return this.#function !== undefined
  }

  /** Returns what the matcher was made of. */
  toMatch(): RequestMatch {
    return this.#function ?? this.toObject()
  }

  /** Returns the fields; none for a function. */
  toObject(): PlantMatch {
    const match: object = Object.fromEntries(
      this.#fields.map(([name, json]) => [name, readJson(json)]),
    )
    return match as PlantMatch
  }

  /** Throws what the caller's function throws. */
  matches(plant: NewPlant): boolean {
    if (!this.#function) {
      const values = new Map<string, unknown>(Object.entries(plant))
      return this.#fields.every(([name, json]) => jsonOf(values.get(name)) === json)
    }
    const result: unknown = this.#function({ ...plant })
    if (typeof result === 'boolean') return result
    // An unhandled rejection would end the process; the error below already says what is wrong.
    Promise.resolve(result).catch(() => {})
    throw new TypeError(`match must return true or false, not ${describeResult(result)}`)
  }
}

/** Returns whether a failure or a hold is for a request with that plant. Throws what a caller's function throws. */
export const isFor = (matcher: Matcher | undefined, plant: NewPlant | undefined): boolean =>
  matcher === undefined || (plant !== undefined && matcher.matches(plant))

const jsonOf = (value: unknown) => (value === undefined ? undefined : writeJson(value))

const describeResult = (value: unknown) => (isThenable(value) ? 'a promise' : typeof value)

/** Checks the shape, because a promise may come from another realm or from a library. */
const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value
