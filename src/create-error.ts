import { describeCause } from './cause.ts'
import type { PlantStoreError as AnyError } from './errors.ts'
import { type Redact, redactCause } from './redact.ts'

/** A failure, before it is known whether the plant may have been added. */
export type ErrorDetails = DetailsOf<AnyError>

/** `message` goes between the URL and the cause's message. */
type DetailsOf<E> = E extends AnyError
  ? Omit<ReturnType<E['toJSON']>, 'mayHaveBeenAdded'> & {
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
  declare readonly response?: Response

  toJSON(): object {
    const { name, ...fields } = this
    const { message, response } = this
    return { ...fields, message, ...(response && { status: response.status }) }
  }
}

/** What a terminal or a log would obey rather than show: control characters, line ends and directions of text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/**
 * The message begins with method and URL, and ends with the cause's message and the number of attempts. What `fetch`
 * threw is copied. Any other cause is the application's own, by which it may decide.
 *
 * Frameworks answer with the `status` and `headers` of an error that nothing caught, as Koa does. So what the service
 * answered is in `response`, which is not enumerable, as a console would show it whole.
 */
export function createError(
  request: string,
  details: ErrorDetails & { response: Response | undefined; mayHaveBeenAdded: boolean },
  attempts: number,
  redact: Redact,
): AnyError {
  const { ok, message, cause, status, response, ...fields } = details
  const hasCause = cause !== undefined
  const why = hasCause && describeCause(cause)
  const words = why ? `${message}: ${why}` : message
  const often = attempts > 1 ? ` (${attempts} attempts)` : ''
  const error = new PlantStoreError(
    `${request} ${redact(words).replace(CONTROLS, encodeURIComponent)}${often}`,
    hasCause ? { cause: fields.kind === 'network' ? redactCause(cause, redact) : cause } : {},
  )
  const hidden = { value: response, configurable: true, writable: true }
  if (status !== undefined) Object.defineProperty(error, 'response', hidden)
  return Object.assign(error, fields) as AnyError
}
