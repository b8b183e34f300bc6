import { errorMessage, successStatus } from '../generated/contract.ts'
import { parseError, parseSuccess } from '../generated/parse.ts'
import { isError, isSuccess } from '../generated/validators.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Redact } from './redact.ts'
import type { SuccessResult } from './result.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** An error keeps at most this many characters of a body. */
const MAX_ERROR_CHARS = 4_096

/** Only the first characters of an error's body are read, since each token is searched for in all of them. */
const MAX_SEARCHED_CHARS = 100_000

/** A message quotes at most this many characters of a body. */
const MAX_QUOTED_CHARS = 100

/** Returns the plant in a response, or what went wrong. */
export function parseResponse(
  response: Response,
  text: string,
  createRedact: () => Redact,
): SuccessResult | ErrorDetails {
  const { status } = response
  if (status === successStatus) {
    const data = unlessItThrows(() => parseSuccess(text))
    if (isSuccess(data)) return { ok: true, data, response }
  }
  const redirect = findRedirect(response)
  const start = text.slice(0, MAX_SEARCHED_CHARS)
  const redact = createRedact()
  const redacted = redact(start)
  const redactPart = (_name: string, value: unknown) => redactValue(value, redact)
  const error = unlessItThrows(() => parseError(start, redacted === start ? undefined : redactPart))
  const retryAfter = getRetryAfter(response)
  const shared = { ok: false, status, ...(retryAfter !== undefined && { retryAfter }) } as const
  if ((status < 200 || status > 299) && !redirect && isError(error))
    return {
      kind: 'api',
      message: `returned ${status}: ${errorMessage(error)}`,
      body: error,
      ...shared,
    }

  const body = redacted.slice(0, MAX_ERROR_CHARS)
  const quoted = redacted.slice(0, MAX_QUOTED_CHARS) || 'empty body'
  const message = `returned ${status}: ${redirect ?? `the response violates the contract: ${quoted}`}`
  return { kind: 'unexpected-response', message, body, ...shared }
}

/** Called for each value of the JSON: a service may echo a token in a string, a number or a name. */
function redactValue(value: unknown, redact: Redact): unknown {
  if (Array.isArray(value)) return value
  if (Object(value) !== value) {
    const text = String(value)
    const redacted = redact(text)
    return redacted === text ? value : redacted
  }
  const properties = Object.entries(Object(value))
  return Object.fromEntries(properties.map(([name, property]) => [redact(name), property]))
}

function findRedirect(response: Response): string | undefined {
  const { status } = response
  const target = getHeader(response, 'location')
  if (response.type === 'opaqueredirect')
    return 'redirects are not followed: the browser hides the target'
  if (target && status >= 300 && status < 400) return `redirects are not followed: ${target}`
  return undefined
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
 * Returns seconds, from a number or an HTTP-date (RFC 9110, section 10.2.3). Every form of date has a time
 * of day (section 5.6.7) and is in GMT, though the oldest does not say so.
 */
export function getRetryAfter(response: Response): number | undefined {
  const header = getHeader(response, 'retry-after')
  const date = /\d:\d/.test(header) ? Date.parse(header.replace(/( GMT)?$/, ' GMT')) : Number.NaN
  const untilDate = Math.ceil((date - Date.now()) / 1000)
  const seconds = /^\d+$/.test(header) ? Number(header) : untilDate
  return Number.isSafeInteger(seconds) ? Math.max(0, seconds) : undefined
}

/** A test double may have no headers, or headers of another kind. */
const getHeader = ({ headers }: Response, name: string): string =>
  String(unlessItThrows(() => headers.get(name)) ?? '')
