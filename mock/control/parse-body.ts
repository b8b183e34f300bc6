import { checkMediaType, parseBody, readBody } from '../http/body.ts'
import type { StoreRequest } from '../http/request.ts'
import type { ErrorResponse } from '../http/response.ts'
import { checkOptions, isObject, type OptionSchema } from '../store/check-options.ts'
import { type Failure, type FailureOptions, failureSchema } from '../store/failures.ts'
import { type SettingsUpdate, settingsSchema } from '../store/options.ts'

const MEDIA_TYPE = 'application/json'

const MAX_BODY_BYTES = 2 ** 20

/** Reads the JSON body of a request. `emptyValue` is the value of an empty one, if that is allowed. */
export async function readJsonBody(
  request: StoreRequest,
  emptyValue?: object,
): Promise<{ value: unknown } | ErrorResponse> {
  const refused = checkMediaType(request, MEDIA_TYPE)
  if (refused) return refused
  const bytes = await readBody(request, MAX_BODY_BYTES)
  if ('reason' in bytes) return bytes
  if (emptyValue && bytes.length === 0) return { value: emptyValue }
  const { value, error } = parseBody(bytes)
  return error ?? { value }
}

/** Parses a `FailureRequest`. Throws an `OptionsError` that names every problem. */
export function parseFailureRequest(value: unknown): FailureOptions & { failure: Failure } {
  const request = isObject(value) ? withTimes({ ...value }) : value
  checkOptions(request, failureSchema)
  return request
}

/** JSON has no Infinity, so text stands for it. */
function withTimes(request: { times?: unknown }): object {
  const { times = 1 } = request
  request.times = times === 'Infinity' ? Infinity : times
  return request
}

/** Parses a `SettingsUpdate`. Throws an `OptionsError` that names every problem. */
export function parseSettingsUpdate(value: unknown): SettingsUpdate {
  checkOptions(value, settingsSchema)
  return value
}

/** Checks a body that has nothing to say. */
export function checkEmptyObject(value: unknown): void {
  checkOptions(value, EMPTY)
}

export const EMPTY: OptionSchema<object> = {
  subject: 'the body',
  member: 'expected: send {}',
  checks: {},
}
