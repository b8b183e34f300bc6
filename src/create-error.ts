import { method, path } from '../generated/contract.ts'
import type { PlainError, PlantStoreError } from './errors.ts'
import { type Redact, redactCause } from './redact.ts'

/** What is known of a failure before it is known whether the plant may have been added. */
export type ErrorDetails = DetailsOf<PlantStoreError>

/** The message is what follows method and URL. */
type DetailsOf<E> = E extends PlantStoreError
  ? Omit<PlainError<E>, 'mayHaveBeenAdded'> & { cause?: unknown }
  : never

export type CreateError = (
  details: ErrorDetails,
  mayHaveBeenAdded: boolean,
  redact: Redact,
) => PlantStoreError

class CallError extends Error {
  override readonly name = 'PlantStoreError'

  toJSON(): object {
    const { name, ...fields } = this
    return { ...fields, message: this.message }
  }
}

/** Makes the errors of a client. Their messages begin with method and URL. */
export const createErrorFactory =
  (baseUrl: string): CreateError =>
  ({ message, ...details }, mayHaveBeenAdded, redact) => {
    const { cause, ...fields } = details
    const error = new CallError(
      redact(`${method} ${baseUrl}${path} ${message}`),
      cause === undefined ? undefined : { cause: redactCause(cause, redact) },
    )
    return Object.assign(error, fields, { mayHaveBeenAdded }) as PlantStoreError
  }
