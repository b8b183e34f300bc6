import { accept, requestMediaType } from '../generated/contract.ts'
import { attempt } from './attempt.ts'
import type { Issue } from './errors.ts'
import type { AddPlantOptions, Middleware, PlantStoreClientOptions } from './options.ts'
import { type AccessToken, isToken } from './token.ts'

/** The options of a call with every default filled in. */
export interface CallSettings {
  readonly timeout: number
  readonly maxRetries: number
  readonly retryAmbiguous: boolean
  /** Names in lower case, so that one overrides another. */
  readonly headers: Record<string, string>
  readonly signal: AbortSignal | undefined
}

/** The options of a client with every default filled in. */
export interface ClientSettings extends CallSettings {
  /** Absolute, without trailing slashes. */
  readonly baseUrl: string
  readonly accessToken: AccessToken
  readonly fetch: typeof globalThis.fetch | undefined
  readonly middleware: readonly Middleware[]
}

/** Whether a value is valid for an option, and what it must be. */
type Rule = readonly [isValid: (value: never) => unknown, mustBe: string]

const isFunction = (value: unknown) => typeof value === 'function'

const sharedRules = {
  timeout: [
    (value: unknown) => typeof value === 'number' && value > 0,
    'a positive number of milliseconds',
  ],
  maxRetries: [(value: number) => Number.isInteger(value) && value >= 0, 'a whole number'],
  retryAmbiguous: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  headers: [
    (value: object) => !Object.hasOwn(value, 'authorization'),
    'headers without Authorization',
  ],
} satisfies Record<string, Rule>

const callRules: Record<keyof AddPlantOptions, Rule> = {
  ...sharedRules,
  // Only what is used of a signal counts, so that polyfills and test doubles are accepted.
  signal: [
    (value: AbortSignal) =>
      typeof value.aborted === 'boolean' && isFunction(value.addEventListener),
    'an AbortSignal',
  ],
}

const clientRules: Record<keyof PlantStoreClientOptions, Rule> = {
  ...sharedRules,
  baseUrl: [resolveUrl, 'an http or https URL without query, fragment or credentials'],
  accessToken: [
    (value: unknown) => isToken(value) || isFunction(value),
    'a bearer token or a function',
  ],
  fetch: [isFunction, 'a function'],
  middleware: [
    (value: unknown[]) =>
      value.every(one => Object(one) === one) && (value.length === 0 || isFunction(Request)),
    'an array of openapi-fetch middleware, which needs a global Request',
  ],
}

/** Throws a `TypeError` that names every wrong option. */
export function resolveClientOptions(options: PlantStoreClientOptions): ClientSettings {
  const given: PlantStoreClientOptions = Object.assign(Object.create(null), options)
  given.baseUrl ??= '' // which is refused, so that a missing one is named too
  given.accessToken ??= ''
  const { values, issues } = readOptions(given, clientRules)
  if (issues.length > 0)
    throw new TypeError(
      issues.map(({ path, message }) => `${String(path[1])} ${message}`).join(', '),
    )
  return {
    timeout: 30_000,
    maxRetries: 2,
    retryAmbiguous: false,
    fetch: undefined,
    signal: undefined,
    ...values,
    baseUrl: resolveUrl(values.baseUrl),
    middleware: [...(values.middleware ?? [])],
    headers: { accept, 'content-type': requestMediaType, ...values.headers },
  }
}

/** The settings of one call: its own options over those of the client. */
export function resolveCallOptions(
  client: ClientSettings,
  options: AddPlantOptions = {},
): { settings: CallSettings; issues: Issue[] } {
  const { values, issues } = readOptions(options, callRules)
  const headers = { ...client.headers, ...values.headers }
  return { settings: { ...client, ...values, headers }, issues }
}

/** Options as they were given, but for their headers. */
type Values<T> = {
  [Name in keyof T]: Name extends 'headers' ? Record<string, string> : Exclude<T[Name], undefined>
}

/** Reads each own property once, and names everything that is wrong. */
function readOptions<T extends object>(
  given: T,
  rules: Record<keyof T, Rule>,
): { values: Values<T>; issues: Issue[] } {
  const values = Object.create(null) // so that what others put on Object.prototype does not count
  const issues: Issue[] = []
  const entries = attempt(() => Object.entries(given))
  if (!entries) issues.push({ path: ['options'], message: 'cannot be read' })
  for (const [name, value] of entries ?? []) {
    const [isValid, mustBe] = Object.hasOwn(rules, name) ? rules[name as keyof T] : []
    if (isValid && value === undefined) continue
    const plain = name === 'headers' ? attempt(() => toPlainHeaders(value)) : value
    if (attempt(() => isValid?.(plain as never))) values[name] = plain
    else {
      const message = mustBe ? `must be ${mustBe}` : 'is not an option'
      issues.push({ path: ['options', name], message })
    }
  }
  return { values, issues }
}

/** Read once: headers may be an iterator. */
const toPlainHeaders = (headers: HeadersInit): Record<string, string> =>
  Object.fromEntries(new Headers(headers))

/** An absolute URL without trailing slashes. Throws for what is none. */
function resolveUrl(url: string | URL): string {
  const text = typeof url === 'string' ? url : url.href
  const { href } = new URL(text, globalThis.document?.baseURI ?? globalThis.location?.href)
  if (!text || !/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(href)) throw new TypeError(text)
  let end = href.length
  while (href[end - 1] === '/') end--
  return href.slice(0, end)
}
