import { CONTROL_PATH } from '../control/types.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import {
  findProblems,
  isInteger,
  mustBe,
  type OptionProblem,
  type OptionSchema,
  OptionsError,
} from '../store/check-options.ts'
import { type MockStoreOptions, storeSchema } from '../store/options.ts'
import { INTERNALS, type MockStore } from '../store/store.ts'
import { isMswHandler, type MswHandler } from './msw-overrides.ts'

/**
 * Options of the server, including those of its store unless `store` is given.
 *
 * @example
 * ```ts
 * import { type MockServerOptions, startMockServer } from 'plant-store-client/mock/server'
 *
 * const options: MockServerOptions = { port: 0, basePath: '/v1', accessTokens: ['token'] }
 * await using server = await startMockServer(options)
 * console.log(new URL(server.url).pathname) // /v1
 * ```
 */
export interface MockServerOptions extends MockStoreOptions {
  /**
   * The store to serve, from `createMockStore`.
   * @default a new one
   */
  store?: MockStore | undefined
  /**
   * The port to listen on; 0 for any free port.
   * @default 4010
   */
  port?: number | undefined
  /**
   * The address or name to listen on. Beyond loopback, whoever can reach it can add plants, and read and
   * change everything through the control API unless `control` is false.
   * @default '127.0.0.1'
   */
  host?: string | undefined
  /**
   * The path of the base address, such as `/v1`.
   * @default none
   */
  basePath?: string | undefined
  /**
   * Additional names to accept in `Host`, beside `localhost` and the `host` of the options. Addresses are
   * accepted too unless the server listens on loopback.
   * @default none
   */
  allowedHosts?: readonly string[] | undefined
  /**
   * Request handlers of msw 2 or 3, which are asked before the store; requires the package msw. Relative
   * paths include the `basePath`. Handlers see no body larger than `maxBodyBytes`.
   * @default none: no request passes through msw
   */
  handlers?: readonly MswHandler[] | undefined
  /**
   * Whether to serve the console page and the control API under `/__mock`.
   * @default true
   */
  control?: boolean | undefined
}

const serverSchema: OptionSchema<MockServerOptions> = {
  subject: 'options',
  member: 'an option of the mock server',
  checks: {
    ...storeSchema.checks,
    store: mustBe('a store from createMockStore', isStore),
    port: mustBe('an integer from 0 to 65535', value => isInteger(value, 0, 65_535)),
    // Node would take an empty one for every address of the machine.
    host: mustBe('an address or a name', value => typeof value === 'string' && value !== ''),
    basePath: mustBe('a path that begins with a slash, such as /v1', isBasePath),
    allowedHosts: mustBe('an array of names', isStringArray),
    handlers: mustBe(
      'an array of msw request handlers, such as http.post(...)',
      value => Array.isArray(value) && value.every(isMswHandler),
    ),
    control: mustBe('true or false', value => typeof value === 'boolean'),
  },
}

/** The options of a server, resolved. */
export interface ServerSettings {
  readonly port: number
  readonly host: string
  /** Without a slash at the end. */
  readonly basePath: string
  readonly allowedHosts: readonly string[]
  readonly handlers: readonly MswHandler[]
  readonly control: boolean
  readonly store: MockStore | undefined
  readonly storeOptions: MockStoreOptions
}

/** Applies the defaults. Throws an `OptionsError` that names every wrong option. */
export function resolveOptions(options: MockServerOptions): ServerSettings {
  const problems = findProblems(options, serverSchema)
  if (problems.length > 0) throw new OptionsError(problems)
  const {
    store,
    port = 4010,
    host = '127.0.0.1',
    basePath = '',
    allowedHosts = [],
    handlers = [],
    control = true,
    ...storeOptions
  } = options
  const settings: ServerSettings = {
    port,
    host,
    basePath: withoutTrailingSlashes(basePath),
    allowedHosts: [...allowedHosts, host].map(name => name.toLowerCase()),
    handlers,
    control,
    store,
    storeOptions,
  }
  const conflicts = findConflicts(settings)
  if (conflicts.length > 0) throw new OptionsError(conflicts)
  return settings
}

/** Options that are right by themselves, but not together. */
function findConflicts(settings: ServerSettings): OptionProblem[] {
  const { store, storeOptions, control, basePath } = settings
  const misplaced = store ? Object.keys(storeOptions) : []
  const problems = misplaced.map(option => ({
    option,
    pointer: '',
    message: 'belongs to the store: pass it to createMockStore instead',
  }))
  if (control && `${basePath}/`.startsWith(`${CONTROL_PATH}/`))
    problems.push({
      option: 'basePath',
      pointer: '',
      message: `must be outside ${CONTROL_PATH}, unless control is false`,
    })
  return problems
}

/** By its shape: the store may come from the other build of this package, ESM or CJS. */
function isStore(value: unknown): boolean {
  return typeof value === 'object' && value !== null && INTERNALS in value
}

function isBasePath(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const path = withoutTrailingSlashes(value)
  // Clients send any other character percent-encoded (RFC 3986, section 2.1).
  return path === '' || (/^\/[!-~]+$/.test(path) && !/[?#]/.test(path))
}

function isStringArray(value: unknown): boolean {
  return Array.isArray(value) && value.every(name => typeof name === 'string')
}
