import { isSessionName, NAME_RULE } from '../http/session-name.ts'
import { toTarget } from '../http/target.ts'
import { checkOptions, mustBe, type OptionSchema } from '../store/check-options.ts'
import { CONTROL_PATH } from './types.ts'

/**
 * Options of `connectMockServer`.
 *
 * @example
 * ```ts
 * import { connectMockServer, type MockServerConnectionOptions } from 'plant-store-client/mock'
 *
 * const options: MockServerConnectionOptions = { session: 'a-test' }
 * console.log(await connectMockServer('http://127.0.0.1:4010', options).plants()) // []
 * ```
 */
export interface MockServerConnectionOptions {
  /**
   * The name of the session.
   * @default the one that the URL names, `/~NAME`; otherwise the default session
   */
  session?: string | undefined
}

const schema: OptionSchema<MockServerConnectionOptions> = {
  subject: 'options',
  member: 'an option of connectMockServer',
  checks: { session: mustBe(`the name of a session: ${NAME_RULE}`, isSessionName) },
}

/** The URL of a session's control API, on the server of any URL. Throws a `TypeError` for wrong options. */
export function controlRoot(url: URL, options: MockServerConnectionOptions): URL {
  checkOptions(options, schema)
  const { session: ofUrl } = toTarget(url.pathname, '')
  const { session = ofUrl } = options
  if (ofUrl !== undefined && session !== ofUrl)
    throw new TypeError(`The URL names the session ${ofUrl}, and the options name ${session}`)
  if (session === undefined) return new URL(CONTROL_PATH, url)
  checkOptions({ session }, schema)
  return new URL(`/~${session}${CONTROL_PATH}`, url)
}
