import { method } from '../generated/contract.ts'
import { describeCause } from './cause.ts'
import type { PlainError, PlantStoreError } from './errors.ts'
import { type Redact, redactCause } from './redact.ts'

/** What is known of a failure before it is known whether the plant may have been added. */
export type ErrorDetails = DetailsOf<PlantStoreError>

/** The message is what comes between the URL and the words of the cause. */
type DetailsOf<E> = E extends PlantStoreError
  ? Omit<PlainError<E>, 'mayHaveBeenAdded'> & {
      ok: false
      cause?: unknown
      status?: number
      retryAfter?: number
    }
  : never

class CallError extends Error {
  override readonly name = 'PlantStoreError'

  toJSON(): object {
    const { name, ...fields } = this
    return { ...fields, message: this.message }
  }
}

/** The message begins with method and URL, and ends with what the cause says. */
export function createError(
  url: string,
  { ok, message, cause, ...fields }: ErrorDetails,
  mayHaveBeenAdded: boolean,
  redact: Redact,
): PlantStoreError {
  const hasCause = cause !== undefined
  const words = hasCause ? `${message}: ${describeCause(cause)}` : message
  const error = new CallError(
    redact(`${method} ${url} ${words}`),
    // The reason of an abort is the caller's own.
    hasCause ? { cause: fields.kind === 'aborted' ? cause : redactCause(cause, redact) } : {},
  )
  return Object.assign(error, fields, { mayHaveBeenAdded }) as PlantStoreError
}
