import { issuesOfRequest } from '../../generated/validators.ts'
import {
  checkOptions,
  isInteger,
  mustBe,
  type OptionCheck,
  type OptionSchema,
  problemAt,
} from './check-options.ts'
import type { NewPlant } from './plant.ts'
import { findUnknownFields } from './plant-problems.ts'

/**
 * Options of the reference store. Wrong ones throw a `TypeError` that names each of them.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockStoreOptions } from 'plant-store-client/mock'
 *
 * const options: MockStoreOptions = {
 *   accessTokens: ['token'],
 *   duplicateIds: 'reject',
 *   plants: [{ id: 1, name: 'Monstera', tag: 'tropical' }],
 *   latency: [100, 400],
 *   failureRate: 0.1,
 *   randomSeed: 1,
 * }
 * const store = createMockStore(options)
 * ```
 */
export interface MockStoreOptions {
  /**
   * The access tokens to accept; any other gets a 401. Each is a b64token (RFC 6750, section 2.1),
   * since the specification shows no format.
   * @default any well-formed bearer token
   */
  accessTokens?: readonly string[] | undefined
  /**
   * Whether to add a plant whose id already exists, or to reject it with a 400. The specification does
   * not show what the service does.
   * @default 'accept'
   */
  duplicateIds?: 'accept' | 'reject' | undefined
  /**
   * The plants at the start and after a reset, the same in every session. Ids may repeat.
   * @default none
   */
  plants?: readonly NewPlant[] | undefined
  /**
   * Milliseconds before each response, or a range of them.
   * @default 0
   */
  latency?: number | readonly [min: number, max: number] | undefined
  /**
   * An integer that makes random latency and failures reproducible.
   * @default unseeded
   */
  randomSeed?: number | undefined
  /**
   * The share of requests that get a random failure, 0 to 1: a 500, a 429 or 503 with `Retry-After: 1`, or a
   * named failure other than `'no-answer'`.
   * @default 0
   */
  failureRate?: number | undefined
  /**
   * The maximum size of a body in bytes; a larger one gets a 413.
   * @default 1_048_576
   */
  maxBodyBytes?: number | undefined
  /**
   * What to do with a field that a NewPlant does not have, since a typo looks the same: drop it, and name it
   * in the journal, the log and the console, or reject the plant with a 400.
   * @default 'ignore'
   */
  unknownFields?: 'ignore' | 'reject' | undefined
  /**
   * How many requests the journal keeps at most. All sessions together keep 10,000.
   * @default 1_000
   */
  maxRequests?: number | undefined
}

/** The settings of a running mock. */
export interface Settings {
  readonly latency: readonly [min: number, max: number]
  readonly failureRate: number
  readonly duplicateIds: 'accept' | 'reject'
  readonly unknownFields: 'ignore' | 'reject'
}

/** A change to the settings of a running mock. Settings that are left out stay as they are. */
export type MockSettingsUpdate = Pick<
  MockStoreOptions,
  'latency' | 'failureRate' | 'duplicateIds' | 'unknownFields'
>

const settingsChecks = {
  latency: mustBe(
    'a number of milliseconds, or an array [min, max] with min at most max',
    isLatency,
  ),
  failureRate: mustBe(
    'a number from 0 to 1',
    value => typeof value === 'number' && value >= 0 && value <= 1,
  ),
  duplicateIds: mustBe("'accept' or 'reject'", value => value === 'accept' || value === 'reject'),
  unknownFields: mustBe("'ignore' or 'reject'", value => value === 'ignore' || value === 'reject'),
}

export const settingsSchema: OptionSchema<MockSettingsUpdate> = {
  subject: 'settings',
  member: 'a setting',
  checks: settingsChecks,
}

const storeChecks = {
  ...settingsChecks,
  accessTokens: mustBe(
    'an array of bearer tokens: A-Z a-z 0-9 - . _ ~ + / with = at the end',
    value => Array.isArray(value) && value.every(isToken),
  ),
  plants: (value: unknown) => findWrongPlants(value, 'ignore'),
  randomSeed: mustBe('an integer', Number.isSafeInteger),
  maxBodyBytes: mustBe('a number of bytes, 0 or more', value => isInteger(value, 0)),
  maxRequests: mustBe('an integer, 0 or more', value => isInteger(value, 0)),
}

export const storeSchema: OptionSchema<MockStoreOptions> = {
  subject: 'options',
  member: 'an option of the mock store',
  checks: storeChecks,
}

function isLatency(value: unknown): boolean {
  if (!Array.isArray(value)) return isMilliseconds(value)
  const [min, max] = value
  return value.length === 2 && value.every(isMilliseconds) && min <= max
}

/** The longest delay of a timer. */
const MAX_MILLISECONDS = 2 ** 31 - 1

const isMilliseconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= MAX_MILLISECONDS

const isToken = (value: unknown) => typeof value === 'string' && /^[\w.~+/-]+=*$/.test(value)

function findWrongPlants(
  value: unknown,
  unknownFields: Settings['unknownFields'],
): ReturnType<OptionCheck> {
  if (!Array.isArray(value)) return [problemAt([], 'must be an array of plants')]
  const problems: ReturnType<OptionCheck>[number][] = []
  for (const [index, plant] of value.entries()) {
    for (const { path, message } of issuesOfRequest(plant))
      problems.push(problemAt([index, ...path], message))
    if (unknownFields === 'reject')
      for (const name of findUnknownFields(plant))
        problems.push(problemAt([index, name], 'is not a field of a plant'))
    if (problems.length < MAX_PLANT_PROBLEMS) continue
    return [...problems, problemAt([], `may have more problems after ${index}`)]
  }
  return problems
}

/** Checks the argument of `addPlants`. Throws an `OptionsError` that names every problem. */
export function checkAddPlants(
  plants: unknown,
  { unknownFields = 'ignore' }: Pick<MockSettingsUpdate, 'unknownFields'> = {},
): void {
  const checks = { plants: (value: unknown) => findWrongPlants(value, unknownFields) }
  checkOptions(
    { plants },
    { subject: 'the arguments', member: 'an argument', required: ['plants'], checks },
  )
}

/** A million wrong plants would make a message of a hundred megabytes. */
const MAX_PLANT_PROBLEMS = 100

export const DEFAULT_SETTINGS: Settings = {
  latency: [0, 0],
  failureRate: 0,
  duplicateIds: 'accept',
  unknownFields: 'ignore',
}

export const applySettings = (settings: Settings, update: MockSettingsUpdate): Settings => ({
  latency: update.latency === undefined ? settings.latency : toRange(update.latency),
  failureRate: update.failureRate ?? settings.failureRate,
  duplicateIds: update.duplicateIds ?? settings.duplicateIds,
  unknownFields: update.unknownFields ?? settings.unknownFields,
})

const toRange = (latency: number | readonly [min: number, max: number]): Settings['latency'] =>
  typeof latency === 'number' ? [latency, latency] : [...latency]
