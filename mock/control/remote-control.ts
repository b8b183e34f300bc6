import { path } from '../../generated/contract.ts'
import { parseUrl } from '../http/parse-url.ts'
import { withoutTrailingSlashes } from '../http/path.ts'
import { toTarget } from '../http/request.ts'
import { isSessionName, SESSION_HEADER, VALID_NAME } from '../http/session-name.ts'
import { cut } from '../json/cut.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { checkOptions, mustBe, type OptionSchema } from '../store/check-options.ts'
import { CONTROL_HEADER, CONTROL_PATH, MAX_BODY_BYTES } from './types.ts'

/** Options of `connectMockServer`. */
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
  checks: { session: mustBe(`the name of a session: ${VALID_NAME}`, isSessionName) },
}

/** Thrown if the control API has nothing of that name. */
export class NotFoundError extends Error {}

export interface ControlCall {
  readonly body?: unknown
  readonly maxBytes?: number
  /** Milliseconds until the call gives up. */
  readonly timeout?: number
}

/** Calls the control API of a session over HTTP. */
export class RemoteControl {
  /** Without credentials, which must not appear in a message. */
  readonly #root: string
  readonly #origin: string
  readonly #headers: Readonly<Record<string, string>>

  /** Takes any URL on the server. Throws a `TypeError` for a wrong one, and for wrong options. */
  constructor(address: string | URL, options: MockServerConnectionOptions) {
    checkOptions(options, schema)
    const url = checkUrl(address)
    const { session: ofUrl } = toTarget(url.pathname, '')
    const { session = ofUrl } = options
    if (ofUrl !== undefined && session !== ofUrl)
      throw new TypeError(`The URL names the session ${ofUrl}, and the options name ${session}`)
    checkOptions({ session }, schema)
    this.#origin = url.origin
    this.#root = url.origin + prefixOf(url) + CONTROL_PATH
    this.#headers = {
      ...credentialsOf(url),
      ...(session !== undefined && session !== ofUrl && { [SESSION_HEADER]: session }),
    }
  }

  /** Resolves to the JSON of a success, or to undefined without one. Rejects with a failure's reason. */
  async send(
    method: string,
    path: string,
    { body, maxBytes = MAX_BODY_BYTES, timeout = 10_000 }: ControlCall = {},
  ): Promise<unknown> {
    const json = body === undefined ? undefined : toJsonBody(body, maxBytes)
    const { response, text } = await this.#exchange(path, timeout, {
      method,
      redirect: 'manual',
      headers: { ...this.#headers, ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: json }),
    })
    const { status, ok, headers } = response
    const [name, value] = CONTROL_HEADER
    if (headers.get(name) !== value)
      throw new Error(
        `No mock control API at ${this.#root} (${describeResponse(status, text)}). Check the URL and --no-control.`,
      )
    if (ok) return text === '' ? undefined : readJson(text)
    throw new (ERRORS.get(status) ?? Error)(`The mock server refused: ${readMessage(text)}`)
  }

  async #exchange(path: string, timeout: number, init: RequestInit) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ended = new AbortController()
    const timedOut = new Promise<never>((_, reject) => {
      const error = new Error(`none within ${timeout / 1_000} seconds`)
      timer = setTimeout(() => reject(error), timeout)
    })
    try {
      const url = this.#root + path
      return await Promise.race([exchange(url, withSignal(init, url, ended.signal)), timedOut])
    } catch (cause) {
      const message = `No response from a mock server at ${this.#origin}: ${reasonOf(cause)}`
      throw new Error(message, { cause })
    } finally {
      clearTimeout(timer)
      ended.abort() // after a time-out, Node's fetch might go on with a proxy for ever
    }
  }
}

/** No message repeats a URL, which may have credentials. */
function checkUrl(address: unknown): URL {
  // In a browser it may be relative to the page. The address of a page in a test may not be a URL.
  const url =
    isUrlLike(address) && (parseUrl(address) ?? parseUrl(address, globalThis.location?.href))
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new TypeError('url must be an http or https URL, such as http://127.0.0.1:4010')
  if (url.search || url.hash) throw new TypeError('url must have no query and no fragment')
  return url
}

/** The path before the control API: of a proxy, a session and the base address, in whatever order they stand. */
function prefixOf({ pathname }: URL): string {
  const prefix = withoutTrailingSlashes(pathname.replace(CONTROL, ''))
  return prefix.endsWith(path) ? prefix.slice(0, -path.length) : prefix
}

/** The path of a console, or of a route, is one of the server, too. */
const CONTROL = new RegExp(`${CONTROL_PATH}(?:/.*)?$`)

/** A URL may come from another realm. */
const isUrlLike = (address: unknown): address is string | URL =>
  typeof address === 'string' ||
  (typeof address === 'object' && address !== null && 'href' in address)

/**
 * `fetch` refuses a URL with credentials (https://fetch.spec.whatwg.org/#dom-request), so they are sent as a header
 * (RFC 7617).
 */
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

/**
 * Adds a signal if fetch takes it. Under jsdom, AbortController is jsdom's, and Node's fetch refuses its signals
 * (https://github.com/jsdom/jsdom/issues/3874).
 */
function withSignal(init: RequestInit, url: string, signal: AbortSignal): RequestInit {
  try {
    new Request(url, { signal })
    return { ...init, signal }
  } catch {
    return init
  }
}

async function exchange(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  if (typeof response?.status !== 'number' || typeof response.headers?.get !== 'function')
    throw new TypeError('the global fetch is replaced, and returned no response')
  return { response, text: await response.text() }
}

/** Checks the length first, because a server may close the connection on a body that is too long. */
function toJsonBody(value: unknown, maxBytes: number): string {
  const json = writeJson(value)
  const { length } = new TextEncoder().encode(json)
  if (length <= maxBytes) return json
  throw new Error(
    `The mock server takes at most ${maxBytes} bytes of JSON in one call, not ${length}: send less at once`,
  )
}

/** A mock server may refuse the `Host` of a request before its control API sees it, and say why. */
function describeResponse(status: number, text: string): string {
  const message = readMessage(text)
  return message === undefined ? `status ${status}` : `status ${status}: ${cut(message, 300)}`
}

/** Returns the message of an error in JSON, if the text is one. */
function readMessage(text: string): string | undefined {
  try {
    const message: unknown = Object(readJson(text)).message
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

const ERRORS = new Map([
  [400, TypeError],
  [404, NotFoundError],
])

/** Node's fetch gives the reason only in the cause: https://github.com/nodejs/node/blob/v24.21.0/deps/undici/undici.js#L13068 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}
