import { errorMessage, successStatus } from '../generated/contract.ts'
import { parseError, parseSuccess } from '../generated/parse.ts'
import { readsAsError, readsAsSuccess } from '../generated/reading.ts'
import type { ErrorDetails } from './create-error.ts'
import { cut } from './cut.ts'
import type { Redact } from './redact.ts'
import type { SuccessResult } from './result.ts'
import { getHeader } from './retry-after.ts'
import { unlessItThrows } from './unless-it-throws.ts'

/** An Error of the service is nested at most this deep, so that JSON.stringify can write it in every runtime. */
const MAX_ERROR_DEPTH = 100

/** An error keeps at most this many characters of any other body. */
const MAX_BODY_CHARS = 4_096

/** A message quotes at most this many characters of a body. */
const MAX_QUOTED_CHARS = 100

/** Returns the plant in a response, or what went wrong. */
export function parseResponse(
  response: Response,
  text: string,
  /** In seconds. */
  retryAfter: number | undefined,
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
  const redacted = redact(text)
  const error = unlessItThrows(() => parseError(redacted))
  const shared = { ok: false, status, ...(retryAfter !== undefined && { retryAfter }) } as const
  const isError = readsAsError(error) && !isDeeper(error, MAX_ERROR_DEPTH)
  if ((status < 200 || status > 299) && !redirect && isError) {
    const message = `returned ${status}: ${errorMessage(error)}`
    return { kind: 'api', message, body: error, ...shared }
  }
  const body = cut(redacted, MAX_BODY_CHARS)
  const quoted = cut(redacted, MAX_QUOTED_CHARS) || 'empty body'
  const message = `returned ${status}: ${redirect ?? `the response violates the contract: ${quoted}`}`
  return { kind: 'unexpected-response', message, body, ...shared }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  value instanceof Object &&
  (levels === 0 || Object.values(value).some(part => isDeeper(part, levels - 1)))

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
  const isMadeByScript = isRuntimeFetch && Object.hasOwn(response, 'url')
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
