import { issuesOfRequest } from '../generated/validators.js'
import type { NewPlant } from './plant.ts'
import { toPointer } from './pointer.ts'

/**
 * Options of the reference store. A wrong one is a `TypeError` that names it.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockStoreOptions } from 'plant-store-client/mock/server'
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
   * The tokens that are let in; any other is answered with 401. Each is a b64token (RFC 6750, section
   * 2.1): the specification shows no format.
   * @default any well-formed bearer token
   */
  accessTokens?: readonly string[] | undefined
  /**
   * What happens to a plant whose id is already there: it is added again, or refused with 400. The
   * specification does not show what the service does.
   * @default 'accept'
   */
  duplicateIds?: 'accept' | 'reject' | undefined
  /**
   * Plants that are there from the start, and again after a reset.
   * @default none
   */
  plants?: readonly NewPlant[] | undefined
  /**
   * Milliseconds before each answer, or the least and the most of them.
   * @default 0
   */
  latency?: number | readonly [min: number, max: number] | undefined
  /**
   * Makes chance repeat: the latencies and the random failures.
   * @default other ones each time
   */
  randomSeed?: number | undefined
  /**
   * The share of requests that meet a random failure, 0 to 1.
   * @default 0
   */
  failureRate?: number | undefined
  /**
   * The most bytes that a body may have: a larger one is answered with 413.
   * @default 1_048_576
   */
  maxBodyBytes?: number | undefined
  /**
   * How many requests the journal keeps.
   * @default 1_000
   */
  maxRequests?: number | undefined
}

/** The options that a running store may change. */
export interface Settings {
  latency: readonly [min: number, max: number]
  failureRate: number
}

type Rule = [takes: (value: never) => boolean, words: string]

const isMilliseconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < 2 ** 31

const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 0

const rules: Record<keyof MockStoreOptions, Rule> = {
  accessTokens: [
    (tokens: unknown[]) =>
      Array.isArray(tokens) &&
      tokens.every(token => typeof token === 'string' && /^[\w.~+/-]+=*$/.test(token)),
    'an array of bearer tokens: A-Z a-z 0-9 - . _ ~ + / and = at the end',
  ],
  duplicateIds: [
    (value: string) => value === 'accept' || value === 'reject',
    "'accept' or 'reject'",
  ],
  plants: [Array.isArray, 'an array of plants'],
  latency: [
    (latency: number | number[]) =>
      Array.isArray(latency)
        ? latency.length === 2 &&
          latency.every(isMilliseconds) &&
          (latency[0] as number) <= (latency[1] as number)
        : isMilliseconds(latency),
    'milliseconds, or the least and the most of them',
  ],
  randomSeed: [(value: number) => Number.isSafeInteger(value), 'a whole number'],
  failureRate: [
    (rate: unknown) => typeof rate === 'number' && rate >= 0 && rate <= 1,
    'a number from 0 to 1',
  ],
  maxBodyBytes: [isWhole, 'a whole number of bytes'],
  maxRequests: [isWhole, 'a whole number'],
}

/** Throws a `TypeError` that names the first option that is wrong. */
export function checkOptions(options: MockStoreOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof MockStoreOptions] : undefined
    if (!rule) throw new TypeError(`${name} is not an option of the mock store`)
    const [takes, words] = rule
    if (value !== undefined && !takes(value as never)) throw new TypeError(`${name} takes ${words}`)
  }
  for (const [index, plant] of (options.plants ?? []).entries()) {
    const [issue] = issuesOfRequest(plant)
    if (issue) throw new TypeError(`plants/${index}${toPointer(issue.path)} ${issue.message}`)
  }
}

/** A latency as the least and the most. */
export const latencyRange = (latency: MockStoreOptions['latency'] = 0): Settings['latency'] =>
  typeof latency === 'number' ? [latency, latency] : latency
