import type { Attempt } from './attempt.ts'
import type { ErrorDetails } from './create-error.ts'
import type { CallSettings } from './settings.ts'

/** The longest wait before another attempt, in seconds. */
const MAX_DELAY = 60

/** The first back-off is a random time up to this many seconds. The limit doubles with each retry. */
const FIRST_BACK_OFF = 0.5

/** Returns how many milliseconds to wait before a retry, or undefined for no retry. */
export function retryDelay(
  { kind, status = 0, retryAfter }: ErrorDetails,
  { madeNoConnection, mayHaveAdded }: Attempt,
  retries: number,
  { maxRetries, retryAmbiguous }: CallSettings,
): number | undefined {
  const isLost = kind === 'network'
  const wasTurnedAway =
    status === 429 || status === 503 ? retryAfter !== undefined : madeNoConnection
  const mayRetry = (!mayHaveAdded && wasTurnedAway) || (retryAmbiguous && (isLost || status >= 500))
  const backOff = Math.random() * FIRST_BACK_OFF * 2 ** retries
  const seconds = retryAfter ?? Math.min(backOff, MAX_DELAY)
  return mayRetry && retries < maxRetries && seconds <= MAX_DELAY ? seconds * 1_000 : undefined
}
