import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/types.ts'
import { describeCause } from './cause.ts'
import { describeType, describeValue, typeTag } from './describe-value.ts'
import type { Issue } from './errors.ts'
import { readHeaders } from './headers.ts'
import type { AddPlantOptions, Middleware, PlantStoreClientOptions } from './options.ts'
import { type AccessToken, checkToken } from './token.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** The options of a client with every default filled in. */
export interface ClientSettings {
  /** Without trailing slashes. Absolute, unless it is relative and no page resolves it. */
  readonly baseUrl: string
  readonly accessToken: AccessToken
  readonly timeout: number
  readonly maxRetries: number
  readonly retryAmbiguous: boolean
  /** Lower-case names, so that `Accept` overrides `accept`. */
  readonly headers: Record<string, string>
  readonly fetch: PlantStoreClientOptions['fetch']
  readonly middleware: readonly Middleware[]
}

/** What all calls of a client share. */
export interface ClientContext extends ClientSettings {
  readonly api: Client<paths>
  /** The URL of the operation. */
  readonly url: string
  /** Whether fetch accepts the signals of this realm. */
  readonly acceptsSignal: boolean
}

/** The options of a call. `headers` are the call's own; openapi-fetch adds the client's. */
export interface CallSettings
  extends Pick<
    ClientSettings,
    'accessToken' | 'timeout' | 'maxRetries' | 'retryAmbiguous' | 'headers'
  > {
  readonly signal: AbortSignal | undefined
}

/** An option check returns the value to use, or throws an error that says what the option must be. */
type Checks<Options, Settings> = {
  readonly [Name in keyof Options & keyof Settings]-?: (value: unknown) => Settings[Name]
}

const sharedChecks = {
  timeout(value: unknown): number {
    if (typeof value === 'number' && value > 0) return value
    throw mustBe('a positive number of milliseconds', describeValue(value))
  },
  maxRetries(value: unknown): number {
    if (Number.isInteger(value) && (value as number) >= 0) return value as number
    throw mustBe('an integer, 0 or more', describeValue(value))
  },
  retryAmbiguous(value: unknown): boolean {
    if (typeof value === 'boolean') return value
    throw mustBe('true or false', describeValue(value))
  },
  headers: readHeaders,
}

const clientChecks: Checks<PlantStoreClientOptions, ClientSettings> = {
  baseUrl(value) {
    const url = unlessItThrows(() => resolveUrl(value))
    if (url !== undefined && BASE_URL.test(url)) return url.replace(/\/+$/, '')
    const expected =
      'an http:// or https:// URL without query, fragment or credentials, or a path like /v1'
    const got = describeValue(value)
    // Credentials are secret, and what follows the path may be.
    const shown = /[?#@]/.test(got) ? describeType(value) : got
    throw mustBe(expected, shown)
  },
  accessToken(value) {
    if (typeof value === 'function') return value as AccessToken
    return checkToken(value, 'must be a function or')
  },
  ...sharedChecks,
  fetch: value => mustBeFunction(value) as ClientSettings['fetch'],
  middleware(value) {
    const expected = 'an array of objects with functions onRequest, onResponse or onError'
    const list = Array.isArray(value) ? [...value] : undefined // a hole becomes undefined
    if (!list?.every(isMiddleware))
      throw mustBe(expected, list ? `[${list.map(describeType).join(', ')}]` : describeType(value))
    if (list.length > 0 && !(globalThis.Request && globalThis.Response))
      throw new TypeError('needs global Request and Response')
    return list
  },
}

const callChecks: Checks<AddPlantOptions, CallSettings> = {
  accessToken: value => value as AccessToken, // judged as what a provider returns is
  ...sharedChecks,
  signal(value) {
    if (value === null) return undefined // as for fetch
    if (isSignal(value)) return value
    throw mustBe('an AbortSignal', describeValue(value))
  },
}

/** Throws a `TypeError` that names every wrong option. */
export function resolveClientOptions(options: PlantStoreClientOptions): ClientSettings {
  const defaults = {
    timeout: 30_000,
    maxRetries: 2,
    retryAmbiguous: false,
    headers: {},
    fetch: undefined,
    middleware: [],
  }
  const required = { baseUrl: undefined, accessToken: undefined }
  return settingsOf(resolve<ClientSettings>(options, clientChecks, defaults, required))
}

/** Throws a `TypeError` that names every wrong argument of `createTokenProvider`. */
export function resolveProviderOptions(signIn: unknown, options: unknown): { timeout: number } {
  const { timeout } = sharedChecks
  const { issues } = resolve({ signIn }, { signIn: mustBeFunction }, {})
  const resolved = resolve<{ timeout: number }>(options, { timeout }, { timeout: 30_000 })
  return settingsOf({ ...resolved, issues: [...issues, ...resolved.issues] })
}

function settingsOf<Settings>({ settings, issues }: Resolved<Settings>): Settings {
  const words = issues.map(describeOption).join('; ')
  if (words) throw new TypeError(`plant-store-client: ${words}`)
  return settings
}

/** Returns the settings of one call, and every wrong option. */
export function resolveCallOptions(
  client: ClientSettings,
  options: unknown,
): Resolved<CallSettings> {
  const resolved = resolve(options, callChecks, { ...client, headers: {}, signal: undefined })
  const message = 'must be a whole address here: no page resolves it'
  if (!/^http/.test(client.baseUrl)) resolved.issues.push({ path: ['options', 'baseUrl'], message })
  return resolved
}

interface Resolved<Settings> {
  /** Whole only if there are no issues. */
  settings: Settings
  /** Every wrong option. */
  issues: Issue[]
}

/**
 * Reads each own property once, and reports every problem. Undefined means the default, if there is one, but for a
 * call's `accessToken`: whoever names it means a user's token, and must not get the client's.
 */
function resolve<Settings>(
  options: unknown,
  checks: { readonly [name: string]: ((value: unknown) => unknown) | undefined },
  defaults: Partial<Settings> & object,
  required: object = {},
): Resolved<Settings> {
  const settings: Record<string, unknown> = { ...defaults }
  const issues: Issue[] = []
  const given = options ?? {}
  // A signal or an array passed as options would otherwise be ignored. A polyfill's signal looks like an object.
  const isObject = () => typeTag(given) === 'Object' && !isSignal(given)
  const entries = unlessItThrows(() => isObject() && Object.entries({ ...required, ...given }))
  if (!entries) {
    const got = isSignal(given) ? 'an AbortSignal: pass { signal }' : describeType(given)
    issues.push({ path: ['options'], message: `must be an object of options, but got ${got}` })
  }
  for (const [name, value] of entries || []) {
    const check = Object.hasOwn(checks, name) && checks[name]
    const hasDefault = name !== 'accessToken' && Object.hasOwn(defaults, name)
    if (check && value === undefined && hasDefault) continue
    try {
      if (!check) throw new TypeError(describeUnknown(name))
      settings[name] = check(value)
    } catch (wrong) {
      issues.push({ path: ['options', name], message: describeCause(wrong) })
    }
  }
  return { settings: settings as Settings, issues }
}

/** Says where an option in the wrong place belongs. */
function describeUnknown(name: string): string {
  if (Object.hasOwn(callChecks, name)) return 'is an option of a call'
  return Object.hasOwn(clientChecks, name) ? 'is an option of a client' : 'is not an option'
}

function mustBeFunction(value: unknown): unknown {
  if (typeof value === 'function') return value
  throw mustBe('a function', describeType(value))
}

const mustBe = (expected: string, got: string): TypeError =>
  new TypeError(`must be ${expected}, but got ${got}`)

export const describeOption = ({ path, message }: Issue): string =>
  `${path[path.length - 1]} ${message}`

/** Names a field by its whole path: `pots[1].size`. */
export function describeField({ path, message }: Issue): string {
  const names = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${part}`))
  return `${names.join('').slice(1) || 'the plant'} ${message}`
}

/** Accepts the signals of polyfills too. */
function isSignal(value: unknown): value is AbortSignal {
  const hasEssentials = () => {
    const { aborted, addEventListener, removeEventListener } = Object(value)
    const methods = [addEventListener, removeEventListener]
    return typeof aborted === 'boolean' && methods.every(method => typeof method === 'function')
  }
  return unlessItThrows(hasEssentials) ?? false
}

function isMiddleware(value: unknown): value is Middleware {
  const { onRequest, onResponse, onError } = Object(value)
  const hooks = [onRequest, onResponse, onError].filter(hook => hook !== undefined)
  return hooks.length > 0 && hooks.every(hook => typeof hook === 'function')
}

/** An http or https URL without credentials, query and fragment, or the beginning of one without a page. */
const BASE_URL = /^((https?:)?\/\/[^/?#@]+(\/[^?#]*)?|(\.|\/(?!\/))[^?#]*)$/

/**
 * Makes a URL absolute, unless it is relative and no page resolves it: where a framework renders a component on a
 * server, in a file or an extension's page, in a worker made of a blob. Throws on most invalid URLs. Uses only
 * `href`: React Native's URL long lacked the rest.
 */
function resolveUrl(url: unknown): string {
  const text = typeof url === 'string' ? url : (url as URL).href
  const page = globalThis.document?.baseURI ?? globalThis.location?.href
  // Only a relative one needs the page, whose URL may be wrong in a test: https://github.com/jsdom/whatwg-url/issues/55
  if (!/^[./]/.test(text)) return new URL(text).href
  return /^http/.test(page ?? '') ? new URL(text, page).href : text
}
