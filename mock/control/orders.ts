import type { Failure } from '../failures.ts'
import { checkOptions } from '../options.ts'
import type { SettingsOrder } from './types.ts'

/** Reads a `FailureOrder`, whose values the store checks; throws a `TypeError` that says what is right. */
export function failureOrder(value: unknown): { failure: Failure; times: number } {
  const { failure, times = 1 } = named(value, 'The body', ['failure', 'times'])
  if (typeof failure === 'object' && failure !== null) {
    const { headers = {} } = named(failure, 'failure', ['status', 'body', 'headers'])
    if (!isObject(headers) || Object.values(headers).some(header => typeof header !== 'string'))
      throw new TypeError('failure.headers takes an object whose values are strings')
  }
  return { failure: failure as Failure, times: times === 'Infinity' ? Infinity : (times as number) }
}

/** Reads a `SettingsOrder`; throws a `TypeError` that says what would be right. */
export function settingsOrder(value: unknown): SettingsOrder {
  const order = named(value, 'The body', ['latency', 'failureRate']) as SettingsOrder
  checkOptions(order)
  return order
}

/** Checks the body of what needs no order. */
export function noOrder(value: unknown): void {
  named(value, 'The body', [])
}

/** An object with these names and no others. */
function named<N extends string>(
  value: unknown,
  what: string,
  names: readonly N[],
): Partial<Record<N, unknown>> {
  const takes = `${what} takes ${names.length > 0 ? `an object of ${names.join(', ')}` : '{}'}`
  if (!isObject(value)) throw new TypeError(takes)
  const other = Object.keys(value).find(name => !names.includes(name as N))
  if (other !== undefined)
    throw new TypeError(`${takes}, not ${JSON.stringify(other.slice(0, 100))}`)
  return value
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
