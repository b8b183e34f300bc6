import { CONTROL_PATH, type StartOptions } from '../control/types.ts'
import { toHostName } from '../http/host.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import {
  isInteger,
  mustBe,
  type OptionProblem,
  type OptionSchema,
  throwIfAny,
} from '../store/check-options.ts'
import type { MockStore } from '../store/mock-store.ts'
import { type MockStoreOptions, storeSchema } from '../store/options.ts'
import {
  createReferenceStore,
  isReferenceStore,
  type ReferenceStore,
} from '../store/reference-store.ts'

/** Options of the app, including those of its stores unless `store` is given. */
export interface MockAppOptions extends MockStoreOptions {
  /**
   * The store of the default session, from `createMockStore`. Other sessions have its options.
   * @default a new one
   */
  store?: MockStore | undefined
  /**
   * The path of the base address, such as `/v1`.
   * @default none
   */
  basePath?: string | undefined
  /**
   * Names under which the control API answers, besides names of this machine and IP addresses, and whose pages
   * may use it, besides those of the mock itself and of localhost on any port. A leading dot, as in
   * `.example.com`, stands for all names under it. Others are refused, because a web page may have its own name
   * resolve to this machine (DNS rebinding).
   * @default none
   */
  allowedHosts?: readonly string[] | undefined
  /**
   * Whether to serve the console page and the control API under `/__mock`.
   * @default true
   */
  control?: boolean | undefined
  /**
   * The maximum number of named sessions. Beyond it, the longest idle session is ended, first one that no accepted
   * request and no change has touched, since any page can name sessions. It is never one with an unanswered
   * request, nor one that was touched and has an open console.
   * @default 1_000
   */
  maxSessions?: number | undefined
}

const appChecks = {
  ...storeSchema.checks,
  store: mustBe('a store from createMockStore', isReferenceStore),
  basePath: mustBe(
    'a path that begins with a slash, such as /v1, and not with /~, which names a session; written as URLs are: no . and .. segments, and other characters than ASCII percent-encoded',
    isBasePath,
  ),
  allowedHosts: mustBe(
    'an array of names such as mock or .example.com, without scheme, path and *',
    value => Array.isArray(value) && value.every(isHostName),
  ),
  control: mustBe('true or false', value => typeof value === 'boolean'),
  maxSessions: mustBe('an integer, 1 or more', value => isInteger(value, 1)),
}

export const appSchema: OptionSchema<MockAppOptions> = {
  subject: 'options',
  member: 'an option of the mock app',
  checks: appChecks,
}

/** The resolved options of an app. */
export interface AppSettings {
  readonly store: ReferenceStore
  /** Without a trailing slash. */
  readonly basePath: string
  /** As `toHostName` returns them. */
  readonly allowedHosts: readonly string[]
  readonly control: boolean
  readonly maxSessions: number
  /** The app's own options, as given. */
  readonly startOptions: StartOptions
  /** The first token that was given on the command line, if any. */
  readonly commandLineToken?: string | undefined
}

/** Applies the defaults to checked options. Throws if two of them contradict each other. */
export function toAppSettings(options: MockAppOptions): AppSettings {
  const {
    store,
    basePath = '',
    allowedHosts = [],
    control = true,
    maxSessions = 1_000,
    ...storeOptions
  } = options
  throwIfAny([
    ...(store ? Object.keys(storeOptions).map(misplaced) : []),
    ...(control && isInControl(basePath) ? [OUTSIDE_CONTROL] : []),
  ])
  return {
    store: isReferenceStore(store) ? store.unwrap() : createReferenceStore(storeOptions),
    basePath: withoutTrailingSlashes(basePath),
    allowedHosts: allowedHosts.flatMap(name => toHostName(name) ?? []),
    control,
    maxSessions,
    startOptions: { allowedHosts: options.allowedHosts, maxSessions: options.maxSessions },
  }
}

const misplaced = (option: string): OptionProblem => ({
  option,
  pointer: '',
  message: 'belongs to the store: pass it to createMockStore instead',
})

const OUTSIDE_CONTROL: OptionProblem = {
  option: 'basePath',
  pointer: '',
  message: `must be outside ${CONTROL_PATH}, unless the control API is off`,
}

const isInControl = (basePath: string) =>
  `${withoutTrailingSlashes(basePath)}/`.startsWith(`${CONTROL_PATH}/`)

export function isBasePath(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const path = withoutTrailingSlashes(value)
  // Clients send a path as their URL parser writes it, which takes out dot segments and percent-encodes.
  return path === '' || (/^\/(?!~|%7e)/i.test(path) && new URL(`http://a${path}`).pathname === path)
}

const isHostName = (name: unknown) => typeof name === 'string' && toHostName(name) !== undefined
