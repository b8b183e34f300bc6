import { method } from '../generated/contract.ts'
import { describeCause } from './cause.ts'
import type { PlantStoreError as AnyError, PlainError } from './errors.ts'
import { type Redact, redactCause } from './redact.ts'

/** A failure, before it is known whether the plant may have been added. */
export type ErrorDetails = DetailsOf<AnyError>

/** `message` goes between the URL and the cause's message. */
type DetailsOf<E> = E extends AnyError
  ? Omit<PlainError<E>, 'mayHaveBeenAdded'> & {
      ok: false
      cause?: unknown
      status?: number
      retryAfter?: number
    }
  : never

/** The class name equals `name`, also where it is minified, because consoles print both if they differ. */
class PlantStoreError extends Error {
  static override readonly name = 'PlantStoreError'
  override readonly name = 'PlantStoreError'

  toJSON(): object {
    const { name, ...fields } = this
    return { ...fields, message: this.message }
  }
}

/** What a terminal or a log would obey rather than show: control characters and line ends. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/** Their causes may hold a token. The others are what the application itself threw, and stay what they are. */
const REDACTED_CAUSES = ['network', 'invalid-request']

/** The message begins with method and URL, and ends with the cause's message and the number of attempts. */
export function createError(
  url: string,
  { ok, message, cause, ...fields }: ErrorDetails,
  mayHaveBeenAdded: boolean,
  attempts: number,
  redact: Redact,
): AnyError {
  const hasCause = cause !== undefined
  const words = hasCause ? `${message}: ${describeCause(cause)}` : message
  const often = attempts > 1 ? ` (${attempts} attempts)` : ''
  const error = new PlantStoreError(
    `${method} ${url} ${redact(words).replace(CONTROLS, encodeURIComponent)}${often}`,
    hasCause
      ? { cause: REDACTED_CAUSES.includes(fields.kind) ? redactCause(cause, redact) : cause }
      : {},
  )
  return Object.assign(error, fields, { mayHaveBeenAdded }) as AnyError
}
