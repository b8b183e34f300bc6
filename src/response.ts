import { errorMessage, successStatus } from '../generated/contract.ts'
import { parseError, parseSuccess } from '../generated/parse.ts'
import { readsAsError, readsAsSuccess } from '../generated/reading.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Redact } from './redact.ts'
import type { SuccessResult } from './result.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** An Error of the service has at most this many characters, so that its message does not flood a log. */
const MAX_ERROR_CHARS = 100_000

/** An error keeps at most this many characters of any other body. */
const MAX_BODY_CHARS = 4_096

/** A message quotes at most this many characters of a body. */
const MAX_QUOTED_CHARS = 100

/** Returns the plant in a response, or what went wrong. */
export function parseResponse(
  response: Response,
  text: string,
  /** Where fetch followed a redirect to, although it was told not to. */
  followed: string | undefined,
  redact: Redact,
): SuccessResult | ErrorDetails {
  const { status } = response
  if (status === successStatus && !followed) {
    const data = unlessItThrows(() => parseSuccess(text))
    if (readsAsSuccess(data)) return { ok: true, data, response }
  }
  const redirect = followed ? `fetch followed a redirect to ${followed}` : findRedirect(response)
  const redacted = redact(text).slice(0, MAX_ERROR_CHARS)
  const error = unlessItThrows(() => parseError(redacted))
  const retryAfter = getRetryAfter(response)
  const shared = { ok: false, status, ...(retryAfter !== undefined && { retryAfter }) } as const
  if ((status < 200 || status > 299) && !redirect && readsAsError(error)) {
    const message = `returned ${status}: ${errorMessage(error)}`
    return { kind: 'api', message, body: error, ...shared }
  }
  const body = redacted.slice(0, MAX_BODY_CHARS)
  const quoted = redacted.slice(0, MAX_QUOTED_CHARS) || 'empty body'
  const message = `returned ${status}: ${redirect ?? `the response violates the contract: ${quoted}`}`
  return { kind: 'unexpected-response', message, body, ...shared }
}

function findRedirect(response: Response): string | undefined {
  const { status } = response
  const target = getHeader(response, 'location')
  if (response.type === 'opaqueredirect')
    return 'redirects are not followed: the browser hides the target'
  if (target && status >= 300 && status < 400) return `redirects are not followed: ${target}`
  return undefined
}

/**
 * Returns where fetch followed a redirect to, although it was told not to. React Native's responses have no
 * `redirected`, and Capacitor's always say false: script has made both, and written only another URL onto them
 * (https://github.com/ionic-team/capacitor/issues/7659). That counts for the runtime's own fetch alone: a wrapper may
 * rewrite addresses.
 */
export function followedRedirect(
  response: Response,
  url: string,
  isRuntimeFetch: boolean,
): string | undefined {
  const { redirected, url: final } = response
  const isMadeByScript = isRuntimeFetch && Object.getOwnPropertyDescriptor(response, 'url')
  const wasFollowed = redirected || (isMadeByScript && final && final !== url)
  return wasFollowed ? final || 'elsewhere' : undefined
}

/** Accepts a Response, another implementation's, or a test double with the same essentials. */
export function isResponse(value: unknown): value is Response {
  const isReadable = () => {
    const { status, text, json } = Object(value)
    return Number.isInteger(status) && typeof (text ?? json) === 'function'
  }
  return unlessItThrows(isReadable) ?? false
}

/**
 * Returns seconds, from a number or an HTTP-date (RFC 9110, section 10.2.3). Some services send fractions. Of several
 * that were joined to a list, as a service's and a gateway's are, the longest counts. A date is compared with the
 * response's own `Date`, if there is one to read, because clocks differ.
 */
export function getRetryAfter(response: Response): number | undefined {
  const now = parseDate(getHeader(response, 'date')) || Date.now()
  const toSeconds = (value: string) =>
    /^\d+(\.\d+)?$/.test(value) ? Number(value) : (parseDate(value) - now) / 1000
  // The comma in a date follows the day of the week.
  const values = getHeader(response, 'retry-after').match(/(?:[a-z]+, )?[^, ][^,]*/gi) ?? []
  const seconds = Math.ceil(Math.max(...values.map(toSeconds)))
  return Number.isSafeInteger(seconds) ? Math.max(0, seconds) : undefined
}

/** Every form of HTTP-date has a time of day (RFC 9110, section 5.6.7) and is in GMT, though the oldest does not say so. */
const parseDate = (header: string): number =>
  /\d:\d/.test(header) ? Date.parse(header.replace(/( GMT)?$/, ' GMT')) : Number.NaN

/** A test double may have no headers, or headers of another kind. */
const getHeader = ({ headers }: Response, name: string): string =>
  String(unlessItThrows(() => headers.get(name)) ?? '')
