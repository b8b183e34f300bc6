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
   * The plants at the start, and again after a reset; in every session the same ones. They take up at most
   * 268 million characters.
   * @default none
   */
  plants?: readonly NewPlant[] | undefined
  /**
   * Milliseconds before each response, or a range of them. If the requests that wait take up more than 33
   * million characters, another one gets a 503 with `Retry-After` and adds no plant; refusals and failures
   * on command are then not delayed.
   * @default 0
   */
  latency?: number | readonly [min: number, max: number] | undefined
  /**
   * Seed for reproducible latency and failures.
   * @default unseeded
   */
  randomSeed?: number | undefined
  /**
   * The share of requests that get a random failure, 0 to 1.
   * @default 0
   */
  failureRate?: number | undefined
  /**
   * The maximum size of a body in bytes; a larger one gets a 413.
   * @default 1_048_576
   */
  maxBodyBytes?: number | undefined
  /**
   * How many requests the journal keeps at most.
   * @default 1_000
   */
  maxRequests?: number | undefined
}

/**
 * The settings of a running mock.
 *
 * @example
 * ```ts
 * import type { Settings } from 'plant-store-client/mock'
 *
 * const isFast = ({ latency: [, max] }: Settings) => max === 0
 * ```
 */
export interface Settings {
  /** The minimum and maximum milliseconds before each response. */
  readonly latency: readonly [min: number, max: number]
  /** The share of requests that get a random failure, 0 to 1. */
  readonly failureRate: number
  /** Whether a plant whose id already exists is added. */
  readonly duplicateIds: 'accept' | 'reject'
}

/**
 * A change to the settings of a running mock. Settings that are left out stay as they are.
 *
 * @example
 * ```ts
 * import type { SettingsUpdate } from 'plant-store-client/mock'
 *
 * const slow: SettingsUpdate = { latency: [500, 2_000] }
 * ```
 */
export interface SettingsUpdate {
  /** Milliseconds before each response, or a range of them. */
  latency?: number | readonly [min: number, max: number]
  /** The share of requests that get a random failure, 0 to 1. */
  failureRate?: number
  /** Whether to add a plant whose id already exists, or to reject it with a 400. */
  duplicateIds?: 'accept' | 'reject'
}

const settingsChecks = {
  latency: mustBe('a number of milliseconds or an array [min, max] of them', isLatency),
  failureRate: mustBe(
    'a number from 0 to 1',
    value => typeof value === 'number' && value >= 0 && value <= 1,
  ),
  duplicateIds: mustBe("'accept' or 'reject'", value => value === 'accept' || value === 'reject'),
}

export const settingsSchema: OptionSchema<SettingsUpdate> = {
  subject: 'the body',
  member: 'a property of a settings update',
  checks: settingsChecks,
}

const storeChecks = {
  ...settingsChecks,
  accessTokens: mustBe(
    'an array of bearer tokens: A-Z a-z 0-9 - . _ ~ + / with = at the end',
    value => Array.isArray(value) && value.every(isToken),
  ),
  plants: checkPlants,
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

/** A timer cannot run longer. */
const MAX_MILLISECONDS = 2 ** 31 - 1

const isMilliseconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= MAX_MILLISECONDS

const isToken = (value: unknown) => typeof value === 'string' && /^[\w.~+/-]+=*$/.test(value)

export function checkPlants(value: unknown): ReturnType<OptionCheck> {
  if (!Array.isArray(value)) return [problemAt([], 'must be an array of plants')]
  const problems: ReturnType<OptionCheck>[number][] = []
  for (const [index, plant] of value.entries()) {
    for (const { path, message } of issuesOfRequest(plant))
      problems.push(problemAt([index, ...path], message))
    if (problems.length < MAX_PLANT_PROBLEMS) continue
    return [...problems, problemAt([], `may have more problems after ${index}`)]
  }
  return problems
}

/** Checks the argument of `addPlants`. Throws an `OptionsError` that names every problem. */
export function checkAddPlants(plants: unknown): void {
  checkOptions({ plants }, { ...storeSchema, required: ['plants'] })
}

/** A million wrong plants would make a message of a hundred megabytes. */
const MAX_PLANT_PROBLEMS = 100

export const toSettings = (options: MockStoreOptions): Settings => {
  const { latency = 0, failureRate = 0, duplicateIds = 'accept' } = options
  return { latency: toRange(latency), failureRate, duplicateIds }
}

export const applySettings = (settings: Settings, update: SettingsUpdate): Settings => ({
  latency: update.latency === undefined ? settings.latency : toRange(update.latency),
  failureRate: update.failureRate ?? settings.failureRate,
  duplicateIds: update.duplicateIds ?? settings.duplicateIds,
})

const toRange = (latency: number | readonly [min: number, max: number]): Settings['latency'] =>
  typeof latency === 'number' ? [latency, latency] : [...latency]
