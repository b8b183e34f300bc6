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
   * @default the session that the URL names by `/~NAME`, otherwise the default session
   */
  session?: string | undefined
}

const schema: OptionSchema<MockServerConnectionOptions> = {
  subject: 'options',
  member: 'an option of connectMockServer',
  checks: { session: mustBe(`the name of a session: ${NAME_RULE}`, isSessionName) },
}

/** Where a session's control API is, and what every request to it needs. */
export interface ControlRoot {
  /** Without credentials, which must not appear in a message. */
  readonly href: string
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads any URL on the server. Throws a `TypeError` for a wrong one, and for wrong options. */
export function controlRoot(
  address: string | URL,
  options: MockServerConnectionOptions,
): ControlRoot {
  checkOptions(options, schema)
  const url = parseUrl(address)
  const { session: ofUrl } = toTarget(url.pathname, '')
  const { session = ofUrl } = options
  if (ofUrl !== undefined && session !== ofUrl)
    throw new TypeError(`The URL names the session ${ofUrl}, and the options name ${session}`)
  if (session !== undefined) checkOptions({ session }, schema)
  const { origin } = url
  const prefix = session === undefined ? '' : `/~${session}`
  return { href: origin + prefix + CONTROL_PATH, origin, headers: credentialsOf(url) }
}

/** No message repeats a URL, which may have credentials. */
function parseUrl(address: unknown): URL {
  const url = isUrlLike(address) && toUrl(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new TypeError('url must be an http or https URL, such as http://127.0.0.1:4010')
  if (url.search || url.hash) throw new TypeError('url must have no query and no fragment')
  return url
}

/** A URL may be of another realm. */
const isUrlLike = (address: unknown): address is string | URL =>
  typeof address === 'string' ||
  (typeof address === 'object' && address !== null && 'href' in address)

/** In a browser it may be relative to the page. */
function toUrl(address: string | URL): URL | undefined {
  const base = globalThis.location?.href
  return URL.canParse(address, base) ? new URL(address, base) : undefined
}

/** `fetch` refuses a URL with credentials, so they are sent as a header (RFC 7617). */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const bytes = new TextEncoder().encode(`${decode(username)}:${decode(password)}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

function decode(credential: string): string {
  try {
    return decodeURIComponent(credential)
  } catch {
    throw new TypeError(
      'The credentials in url must be percent-encoded: write %25 for a percent sign',
    )
  }
}
