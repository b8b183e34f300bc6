import {
  type AppSettings,
  appSchema,
  isBasePath,
  type MockAppOptions,
  toAppSettings,
} from '../app/options.ts'
import { toHostName } from '../http/host.ts'
import { parseUrl } from '../http/parse-url.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import {
  checkOptions,
  isInteger,
  mustBe,
  type OptionSchema,
  throwIfAny,
} from '../store/check-options.ts'
import { isReferenceStore } from '../store/reference-store.ts'
import { isMswHandler, type MswHandler } from './msw-overrides.ts'

/** Options of the server, including those of the app that it serves. */
export interface MockServerOptions extends MockAppOptions {
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
   * Request handlers of msw 2 or 3, which are asked before the store, in every session; they require
   * the package msw. Relative paths include the `basePath`. The URLs that handlers see have no prefix of a
   * session: its name is in the header `x-mock-session`. Handlers see no body larger than `maxBodyBytes`.
   * Those that are not for HTTP, such as those of `ws.link`, are left out, and a warning says so.
   * @default none: no request passes through msw
   */
  handlers?: readonly MswHandler[] | undefined
  /**
   * The base address of a real service. The operation is forwarded to it, unless a failure or a handler answers; its
   * response comes back as it is, and the journal says in `violations` where request or response break the contract.
   * The path is also the `basePath`. With it, `Host` and `Origin` are checked as those of the control API.
   * @default none: the store answers
   */
  forward?: string | URL | undefined
}

const serverSchema: OptionSchema<MockServerOptions> = {
  subject: 'options',
  member: 'an option of the mock server',
  checks: {
    ...appSchema.checks,
    port: mustBe('an integer from 0 to 65535', value => isInteger(value, 0, 65_535)),
    // For an empty one, Node would listen on every address of the machine:
    // https://github.com/nodejs/node/blob/v24.21.0/lib/net.js#L2557
    host: mustBe(
      'an address or a name; write an IPv6 address without brackets, such as ::1',
      value => typeof value === 'string' && value !== '' && !value.startsWith('['),
    ),
    handlers: mustBe(
      'an array of msw request handlers, such as http.post(...)',
      value => Array.isArray(value) && value.every(isMswHandler),
    ),
    forward: mustBe(
      'the base address of a service: http or https, without credentials, query and fragment, and without /~ at the start of its path',
      value => toServiceAddress(value) !== undefined,
    ),
  },
}

/** Returns a base address without a slash at its end; undefined if it is not one. */
function toServiceAddress(value: unknown): URL | undefined {
  const url = typeof value === 'string' || value instanceof URL ? parseUrl(value) : undefined
  if (!url) return undefined
  const { protocol, username, password, search, hash } = url
  url.pathname = withoutTrailingSlashes(url.pathname)
  const isPlain = [username, password, search, hash].every(part => part === '')
  return /^https?:$/.test(protocol) && isPlain && isBasePath(url.pathname) ? url : undefined
}

/** The resolved options of a server. */
export interface ServerSettings extends AppSettings {
  readonly port: number
  readonly host: string
  readonly handlers: readonly MswHandler[]
  /** The base address of the service to forward to. */
  readonly service: URL | undefined
}

/** Applies the defaults. Throws an `OptionsError` that names every wrong option. */
export function resolveOptions(options: MockServerOptions): ServerSettings {
  checkOptions(options, serverSchema)
  const { port = 4010, host = '127.0.0.1', handlers = [], forward, ...appOptions } = options
  const service = toServiceAddress(forward)
  if (service) checkForwarding(options)
  const settings = toAppSettings({
    ...appOptions,
    ...(service && { basePath: withoutTrailingSlashes(service.pathname) }),
  })
  const allowedHosts = [...settings.allowedHosts, toHostName(host) ?? host]
  const startOptions = { ...settings.startOptions, host: options.host, forward: service?.href }
  return { port, host, handlers, service, ...settings, allowedHosts, startOptions }
}

/** Refuses the options of what the service decides. */
function checkForwarding(options: MockServerOptions): void {
  const { store } = options
  const ofStore = isReferenceStore(store) ? store.options : {}
  const given = Object.entries({ ...ofStore, ...options })
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([option]) => option)
  const problems = Object.entries(DECIDED)
    .filter(([option]) => given.includes(option))
    .map(([option, why]) => ({
      option,
      pointer: '',
      message: `has no effect on a real service, ${why}`,
    }))
  throwIfAny(problems)
}

/** What has no effect in front of a real service, and why. */
const DECIDED: Record<string, string> = {
  basePath: 'whose address has the path',
  accessTokens: 'which checks tokens itself',
  duplicateIds: 'which decides by itself',
  unknownFields: 'which decides by itself',
  plants: 'which has plants of its own',
}
