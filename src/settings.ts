import { attempt } from './attempt.ts'
import type { Deadline } from './deadline.ts'
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
}

/** The options of a client with every default filled in. */
export interface ClientSettings extends CallSettings {
  /** Absolute, without trailing slashes. */
  readonly baseUrl: string
  readonly accessToken: AccessToken
  readonly fetch: typeof globalThis.fetch | undefined
  readonly middleware: readonly Middleware[]
}

/**
 * Whether an option is valid beside the others, what it must be, and how it is read where it is not used
 * as it is.
 */
type Rule = readonly [
  isValid: (value: never, settings: never) => unknown,
  mustBe: string,
  read?: (value: never) => unknown,
]

const isFunction = (value: unknown) => typeof value === 'function'

/** Whether there is what hooks are given, and what they may return. */
const canRunMiddleware = () => [Request, Response].every(isFunction)

const sharedRules = {
  timeout: [
    (value: unknown) => typeof value === 'number' && value > 0,
    'a positive number of milliseconds',
  ],
  maxRetries: [
    (value: number) => Number.isInteger(value) && value >= 0,
    'a whole number, 0 or more',
  ],
  retryAmbiguous: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  headers: [
    (value: object) => !Object.hasOwn(value, 'authorization'),
    'valid headers without Authorization',
    (value: HeadersInit) => Object.fromEntries(new Headers(value)),
  ],
} satisfies Record<string, Rule>

const clientRules: Record<keyof PlantStoreClientOptions, Rule> = {
  ...sharedRules,
  baseUrl: [
    (value: string) => /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(value),
    'an http or https URL without query, fragment or credentials',
    resolveUrl,
  ],
  accessToken: [
    (value: unknown) => isToken(value) || isFunction(value),
    'a bearer token or a function',
  ],
  fetch: [isFunction, 'a function'],
  middleware: [
    (value: unknown[]) =>
      Array.isArray(value) &&
      Array.from(value).every(one => Object(one) === one && canRunMiddleware()),
    'an array of middleware, which needs the globals Request and Response',
    (value: unknown[]) => value.slice(),
  ],
}

const callRules = {
  ...sharedRules,
  signal: [
    (signal: AbortSignal, { deadline }: { deadline: Deadline }) => deadline.follow(signal),
    'an AbortSignal',
  ],
} satisfies Record<string, Rule>

/** Throws a `TypeError` that names every wrong option. */
export function resolveClientOptions(options: PlantStoreClientOptions): ClientSettings {
  const own: Partial<PlantStoreClientOptions> = options
  // Named although they may be missing, so that they are checked.
  const given = { baseUrl: undefined, accessToken: undefined, ...own }
  const { settings, issues } = resolve<ClientSettings>(given, clientRules, {
    timeout: 30_000,
    maxRetries: 2,
    retryAmbiguous: false,
    fetch: undefined,
    middleware: [],
    headers: {},
  })
  if (issues.length > 0) throw new TypeError(describeIssues(issues))
  return settings
}

/** The settings of one call: its own options over those of the client. */
export function resolveCallOptions<T extends CallSettings & { deadline: Deadline }>(
  defaults: T,
  options: AddPlantOptions | undefined = {},
): Resolved<T> {
  return resolve<T>(options, callRules, defaults)
}

interface Resolved<T> {
  settings: T
  /** Every wrong option. */
  issues: Issue[]
}

/** Reads each own property once, writes it over its default, and names everything that is wrong. */
function resolve<T extends CallSettings>(
  given: object,
  rules: Record<string, Rule>,
  defaults: Partial<T>,
): Resolved<T> {
  const settings: Record<string, unknown> = defaults
  const issues: Issue[] = []
  const entries = attempt(() => Object(given) === given && Object.entries(given))
  if (!entries) issues.push({ path: ['options'], message: 'must be an object' })
  for (const [name, value] of entries || []) {
    if (value === undefined && Object.hasOwn(settings, name)) continue
    const [isValid, mustBe, read] = (Object.hasOwn(rules, name) && rules[name]) || []
    const used = read ? attempt(() => read(value as never)) : value
    const message = mustBe ? `must be ${mustBe}` : 'is not an option'
    if (attempt(() => isValid?.(used as never, settings as never))) settings[name] = used
    else issues.push({ path: ['options', name], message })
  }
  return { settings: settings as T, issues }
}

/** Names of options and fields, each with what is wrong. */
export const describeIssues = (issues: readonly Issue[]): string =>
  issues
    .map(({ path, message }) => `${String(path[path.length - 1] ?? 'the plant')} ${message}`)
    .join(', ')

/**
 * The URL as an absolute one, without trailing slashes. Throws for most of what is none. It does
 * without the parts of a URL, which the one of React Native lacked for long.
 */
function resolveUrl(url: string | URL): string {
  const text = typeof url === 'string' ? url : url.href
  const base = globalThis.document?.baseURI ?? globalThis.location?.href
  if (!text) return text // relative to a page, it would be the page
  let { href } = new URL(text, base)
  while (href.endsWith('/')) href = href.slice(0, -1)
  return href
}
