import { errorMessage, successStatus } from '../generated/contract.ts'
import { parseError, parseSuccess } from '../generated/parse.js'
import { isError, isSuccess } from '../generated/validators.js'
import { attempt } from './attempt.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Plant } from './plant.ts'
import type { Redact } from './redact.ts'

/** How many characters of a body an error has. */
const MAX_ERROR_CHARS = 4_096

/** How many characters of a body a message quotes. */
const MAX_QUOTED_CHARS = 100

/** The plant in a response, or what went wrong. */
export type ParsedResponse = { plant: Plant; response: Response } | { failure: ErrorDetails }

export function parseResponse(response: Response, text: string, redact: Redact): ParsedResponse {
  const { status } = response
  if (status === successStatus) {
    const plant = attempt(() => parseSuccess(text))
    if (isSuccess(plant)) return { plant, response }
  }
  const retryAfter = getRetryAfter(response)
  const shared = { status, ...(retryAfter !== undefined && { retryAfter }) }
  const redactValue = (_name: string, value: unknown) =>
    typeof value === 'string' ? redact(value) : value
  const body = attempt(() => parseError(text, redactValue))
  if ((status < 200 || status > 299) && isError(body)) {
    const message = `returned ${status}: ${errorMessage(body)}`
    return { failure: { kind: 'api', message, body, ...shared } }
  }
  const redacted = redact(text)
  const message = `returned ${status}: ${describeViolation(response, redacted)}`
  const shown = redacted.slice(0, MAX_ERROR_CHARS)
  return { failure: { kind: 'unexpected-response', message, body: shown, ...shared } }
}

function describeViolation(response: Response, text: string): string {
  const { status } = response
  const target = getHeader(response, 'location')
  if (status === 0) return 'redirects are not followed, and the browser hides the target'
  if (target && status >= 300 && status < 400) return `redirects are not followed: ${target}`
  const quoted = text === '' ? 'its body is empty' : text.slice(0, MAX_QUOTED_CHARS)
  return `the response violates the contract: ${quoted}`
}

/** A Response, another implementation's, or a test double that is as much of one. */
export function isResponse(value: unknown): value is Response {
  const isReadable = () => {
    const { status, text, json } = Object(value)
    return Number.isInteger(status) && typeof (text ?? json) === 'function'
  }
  return attempt(isReadable) ?? false
}

/**
 * Whether the service says that it did not add the plant: a 4xx, or a 503 with Retry-After. Not a 3xx
 * (RFC 9110, section 15.4.4: a 303 answers a POST that was processed), nor a 503 without it, which
 * gateways send when they lose the service behind them.
 */
export const isRefusal = (response: Response): boolean =>
  (response.status >= 400 && response.status < 500) ||
  (response.status === 503 && getRetryAfter(response) !== undefined)

/** Seconds, from a number of them or an HTTP-date (RFC 9110, section 10.2.3). */
export function getRetryAfter(response: Response): number | undefined {
  const header = getHeader(response, 'retry-after')
  if (/^\d+$/.test(header)) {
    const seconds = Number(header)
    return Number.isSafeInteger(seconds) ? seconds : undefined
  }
  const date = header.endsWith('GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

/** A test double may have no headers, or headers of another kind. */
const getHeader = ({ headers }: Response, name: string): string =>
  String(attempt(() => headers.get(name)) ?? '')
