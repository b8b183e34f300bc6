import { method } from '../generated/contract.ts'
import { describeCause } from './cause.ts'
import type { PlantStoreError as AnyError, PlainError } from './errors.ts'
import { type Redact, redactCause } from './redact.ts'

/** What is known of a failure before it is known whether the plant may have been added. */
export type ErrorDetails = DetailsOf<AnyError>

/** The message is what comes between the URL and the words of the cause. */
type DetailsOf<E> = E extends AnyError
  ? Omit<PlainError<E>, 'mayHaveBeenAdded'> & {
      ok: false
      cause?: unknown
      status?: number
      retryAfter?: number
    }
  : never

/** Named as its `name` says, because consoles print both where they differ. */
class PlantStoreError extends Error {
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
): AnyError {
  const hasCause = cause !== undefined
  const words = hasCause ? `${message}: ${describeCause(cause)}` : message
  const error = new PlantStoreError(
    `${method} ${url} ${redact(words)}`,
    // The reason of an abort is the caller's own.
    hasCause ? { cause: fields.kind === 'aborted' ? cause : redactCause(cause, redact) } : {},
  )
  return Object.assign(error, fields, { mayHaveBeenAdded }) as AnyError
}
