import { checkMediaType, parseBody, readBody } from '../http/body.ts'
import type { StoreRequest } from '../http/request.ts'
import type { ErrorResponse } from '../http/response.ts'
import { checkOptions, isPlainObject, type OptionSchema } from '../store/check-options.ts'
import {
  checkFailure,
  type Failure,
  type FailureOptions,
  failureOptionsSchema,
} from '../store/failures.ts'
import type { HoldOptions } from '../store/holds.ts'
import { checkPlantMatch } from '../store/match.ts'
import { checkPlants, type SettingsUpdate, settingsSchema } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'
import { MAX_BODY_BYTES, type ReleaseRequest } from './types.ts'

const MEDIA_TYPE = 'application/json'

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
  const request = isPlainObject(value) ? withTimes({ ...value }) : value
  checkOptions(request, FAILURE)
  return request
}

const FAILURE: OptionSchema<FailureOptions & { failure: Failure }> = {
  subject: 'the body',
  member: 'a property of a failure request',
  required: ['failure'],
  checks: { failure: checkFailure, ...failureOptionsSchema.checks, match: checkPlantMatch },
}

/** JSON has no Infinity, so text stands for it. */
function withTimes(request: { times?: unknown }): object {
  const { times = 1 } = request
  request.times = times === 'Infinity' ? Infinity : times
  return request
}

/** Parses a `HoldRequest`. Throws an `OptionsError` that names every problem. */
export function parseHoldRequest(value: unknown): HoldOptions {
  checkOptions(value, HOLD)
  return value
}

const HOLD: OptionSchema<HoldOptions> = {
  subject: 'the body',
  member: 'a property of a hold',
  checks: { match: checkPlantMatch },
}

/** Parses a `ReleaseRequest`. Throws an `OptionsError` that names every problem. */
export function parseReleaseRequest(value: unknown): ReleaseRequest {
  checkOptions(value, RELEASE)
  return value
}

const RELEASE: OptionSchema<ReleaseRequest> = {
  subject: 'the body',
  member: 'a property of a release',
  checks: { failure: checkFailure },
}

/** Parses a list of plants. Throws an `OptionsError` that names every problem. */
export function parsePlants(value: unknown): readonly NewPlant[] {
  const options: { plants?: unknown } = { plants: value }
  checkOptions<{ plants?: readonly NewPlant[] }>(options, PLANTS)
  return options.plants ?? []
}

const PLANTS: OptionSchema<{ plants?: readonly NewPlant[] }> = {
  subject: 'the body',
  member: 'expected',
  checks: { plants: checkPlants },
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

const EMPTY: OptionSchema<object> = {
  subject: 'the body',
  member: 'expected: send {}',
  checks: {},
}
