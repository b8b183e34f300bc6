import { type AppSettings, appSchema, type MockAppOptions, toAppSettings } from '../app/options.ts'
import { toHostName } from '../http/host.ts'
import { checkOptions, isInteger, mustBe, type OptionSchema } from '../store/check-options.ts'
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
   * @default none: no request passes through msw
   */
  handlers?: readonly MswHandler[] | undefined
}

const serverSchema: OptionSchema<MockServerOptions> = {
  subject: 'options',
  member: 'an option of the mock server',
  checks: {
    ...appSchema.checks,
    port: mustBe('an integer from 0 to 65535', value => isInteger(value, 0, 65_535)),
    // Node would listen on every address of the machine for an empty one.
    host: mustBe('an address or a name', value => typeof value === 'string' && value !== ''),
    handlers: mustBe(
      'an array of msw request handlers, such as http.post(...)',
      value => Array.isArray(value) && value.every(isMswHandler),
    ),
  },
}

/** The resolved options of a server. */
export interface ServerSettings extends AppSettings {
  readonly port: number
  readonly host: string
  readonly handlers: readonly MswHandler[]
}

/** Applies the defaults. Throws an `OptionsError` that names every wrong option. */
export function resolveOptions(options: MockServerOptions): ServerSettings {
  checkOptions(options, serverSchema)
  const { port = 4010, host = '127.0.0.1', handlers = [], ...appOptions } = options
  const settings = toAppSettings(appOptions)
  const allowedHosts = [...settings.allowedHosts, toHostName(host) ?? host]
  const startOptions = { ...settings.startOptions, host: options.host }
  return { port, host, handlers, ...settings, allowedHosts, startOptions }
}
