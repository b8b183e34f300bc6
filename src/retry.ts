import type { ErrorDetails } from './create-error.ts'
import type { Exchange } from './exchange.ts'
import type { CallSettings } from './settings.ts'

/** The longest wait before another attempt, in seconds. */
const MAX_DELAY = 60

/** The first back-off is a random time up to this many seconds. The limit doubles with each retry. */
const FIRST_BACK_OFF = 0.5

/** Milliseconds to wait before another attempt, or undefined if there must not be one. */
export function retryDelay(
  failure: ErrorDetails,
  { response, hasAddedNothing }: Exchange,
  retries: number,
  { maxRetries, retryAmbiguous }: CallSettings,
): number | undefined {
  const status = 'status' in failure ? failure.status : undefined
  const retryAfter = 'retryAfter' in failure ? failure.retryAfter : undefined
  const isLost = failure.kind === 'network'
  const wasTurnedAway =
    status === 429 || status === 503 ? retryAfter !== undefined : isLost && !response
  const isAmbiguous = isLost || (status !== undefined && status >= 500)
  if (retries >= maxRetries) return undefined
  if (!(retryAmbiguous && isAmbiguous) && !(hasAddedNothing && wasTurnedAway)) return undefined

  const backOff = Math.random() * FIRST_BACK_OFF * 2 ** retries
  const seconds = retryAfter ?? Math.min(backOff, MAX_DELAY)
  return seconds <= MAX_DELAY ? seconds * 1_000 : undefined
}
