import type { Facts } from './errors.ts'

/** The longest that is waited before another attempt, in seconds. */
const LONGEST_WAIT = 60

/** Milliseconds to wait before another attempt; endless where there must not be one. */
export function backOff(
  { kind, status = 0, retryAfter }: Facts,
  retries: number,
  neverSent: boolean,
  retryAmbiguous = false,
): number {
  const lost = kind === 'network'
  const notDone = lost ? neverSent : retryAfter !== undefined && /429|503/.test(`${status}`)
  const mayRetry = notDone || (retryAmbiguous && (lost || status >= 500))
  // Without the service's word, exponential with full jitter.
  const seconds = retryAfter ?? (Math.random() * 2 ** retries) / 4
  return mayRetry && seconds <= LONGEST_WAIT ? seconds * 1_000 : Infinity
}
