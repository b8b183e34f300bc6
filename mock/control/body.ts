import { type Refusal, RefusedError } from '../http/answer.ts'
import { checkMediaType, parseBody, readBody } from '../http/body.ts'
import type { StoreRequest } from '../http/request.ts'
import { checkFailure, failureOptionsSchema } from '../store/check-failure.ts'
import type { OptionSchema } from '../store/check-options.ts'
import type { MockFailure, MockFailureOptions } from '../store/failure.ts'
import type { MockHoldOptions } from '../store/holds.ts'
import { checkPlantMatch } from '../store/match.ts'
import { MAX_BODY_BYTES } from './types.ts'

/** Which bodies a change accepts. */
export interface AcceptedBody {
  readonly maxBytes?: number
  /** Whether a request without a body counts as one with `{}`. */
  readonly mayBeEmpty?: boolean
}

/** Reads the JSON body of a change. Throws a `RefusedError`. */
export async function readChange(
  request: StoreRequest,
  { maxBytes = MAX_BODY_BYTES, mayBeEmpty = false }: AcceptedBody,
): Promise<unknown> {
  const { size, value, refusal } = parseBody(await readBody(request, maxBytes), request)
  // Without a body there is no media type to refuse (RFC 9110, sections 8.3 and 15.5.16): tools name one all the same.
  if (size === 0 && mayBeEmpty) return {}
  const wrong =
    size === 0 ? BODY_REQUIRED : (checkMediaType(request, 'application/json') ?? refusal)
  if (wrong) throw new RefusedError(wrong)
  return value
}

const BODY_REQUIRED: Refusal = { status: 400, message: 'A body is required' }

/** A failure in JSON, which has no Infinity: a string stands for it. */
export type FailureBody = Omit<MockFailureOptions, 'times'> & {
  failure: MockFailure
  times?: number | 'Infinity'
}

const { times, skip } = failureOptionsSchema.checks

export const failureBody: OptionSchema<FailureBody> = {
  subject: 'the body',
  member: 'a property of a failure',
  required: ['failure'],
  checks: {
    failure: checkFailure,
    times: value => (value === 'Infinity' ? [] : times(value)),
    skip,
    match: checkPlantMatch,
  },
}

export const holdBody: OptionSchema<MockHoldOptions> = {
  subject: 'the body',
  member: 'a property of a hold',
  checks: { match: checkPlantMatch },
}

export const releaseBody: OptionSchema<{ failure?: MockFailure }> = {
  subject: 'the body',
  member: 'a property of a release',
  checks: { failure: checkFailure },
}

/** The body of a change that needs none. */
export const emptyBody: OptionSchema<object> = {
  subject: 'the body',
  member: 'expected: this route takes no properties',
  checks: {},
}
