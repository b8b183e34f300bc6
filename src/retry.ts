import type { Attempt } from './attempt.ts'
import type { ErrorDetails } from './create-error.ts'
import type { CallSettings } from './settings.ts'

/** In seconds. A longer `Retry-After` is handed back instead. */
const MAX_RETRY_AFTER = 60

/** A 4xx that the same request may not get again: Request Timeout, Too Early, Too Many Requests. */
const OF_THE_MOMENT = [408, 425, 429]

/** The first back-off is a random time of up to this many seconds. This limit doubles with each retry. */
const FIRST_BACK_OFF = 0.5

/** The highest limit of a back-off, in seconds. */
const MAX_BACK_OFF = 60

/** Returns how many milliseconds to wait before a retry, or undefined for no retry. */
export function retryDelay(
  { kind, status = 0, retryAfter }: ErrorDetails,
  { madeNoConnection, mayHaveAdded }: Attempt,
  retries: number,
  { maxRetries, retryAmbiguous }: CallSettings,
): number | undefined {
  const isBusy = (status === 429 || status === 503) && retryAfter !== undefined
  const addedNothing = !mayHaveAdded && (isBusy || madeNoConnection)
  const isAmbiguous = kind === 'network' || status >= 500 || OF_THE_MOMENT.includes(status)
  const mayRetry = addedNothing || (retryAmbiguous && isAmbiguous)
  const backOff = Math.random() * Math.min(FIRST_BACK_OFF * 2 ** retries, MAX_BACK_OFF)
  const seconds = retryAfter ?? backOff
  return mayRetry && retries < maxRetries && seconds <= MAX_RETRY_AFTER
    ? seconds * 1_000
    : undefined
}
