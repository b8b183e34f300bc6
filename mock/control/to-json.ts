import type { ScheduledFailure } from '../store/failure-queue.ts'
import type { StoredHold } from '../store/holds.ts'
import type { Matcher } from '../store/match.ts'
import { toMockRequest } from '../store/read-record.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import { bytesOf, type RequestRecord, sizeOf } from '../store/request-record.ts'
import type { JsonFailure, JsonHold, JsonRequest, MockState } from './types.ts'

/** Returns the part of a state that describes its store. */
export function describeStore({
  state,
  began,
  options,
}: ReferenceStore): Omit<MockState, 'epoch' | 'session' | 'sessions' | 'basePath'> {
  const { plants, journal, settings, failures, holds, inFlight } = state
  const toJson = withFewBodies()
  const all = [...holds]
  const { accessTokens, plants: startPlants = [], ...startOptions } = options
  return {
    began: { ...began, time: new Date(began.time).toJSON() },
    plants: plants.count,
    requests: journal.count,
    kept: journal.size,
    settings,
    scheduled: [
      ...all.filter(({ held }) => !held).map(hold => toJsonHold(hold)),
      ...failures.entries.map(toJsonFailure),
    ],
    held: all.filter(({ held }) => held).map(hold => toJsonHold(hold, toJson)),
    inFlight: Array.from(inFlight, toJson),
    options: {
      ...startOptions,
      ...(accessTokens && { accessTokens: accessTokens.length }),
      ...(startPlants.length > 0 && { plants: startPlants.length }),
    },
  }
}

export const toJsonRequest = (record: RequestRecord): JsonRequest => {
  const request = toMockRequest(record)
  return { ...request, time: request.time.toJSON() }
}

export const toJsonFailure = ({
  id,
  failure,
  times,
  skip,
  matcher,
  isUsed,
}: ScheduledFailure): JsonFailure => ({
  id,
  failure: failure.toFailure(),
  times: times === Infinity ? 'Infinity' : times,
  skip,
  ...toMatch(matcher),
  ...(isUsed && { used: true }),
})

export const toJsonHold = (
  { id, matcher, held }: StoredHold,
  toJson: (record: RequestRecord) => JsonRequest = toJsonRequest,
): JsonHold => ({
  id,
  ...toMatch(matcher),
  ...(held && { request: toJson(held) }),
})

/** Leaves out the bodies of requests after the first ones: there may be 500 in a state, which is given at once. */
function withFewBodies(): (record: RequestRecord) => JsonRequest {
  let bytes = 0
  return record => {
    bytes += bytesOf(record)
    if (bytes <= MAX_STATE_BYTES || !record.body) return toJsonRequest(record)
    const size = record.body.size ?? sizeOf(record.body.text)
    const body = { size, text: undefined, mayBeJson: false, omitted: OMITTED }
    return toJsonRequest({ ...record, body })
  }
}

/** What requests with their bodies may take in a state. */
const MAX_STATE_BYTES = 2 ** 18

const OMITTED = 'left out, since much is in flight: GET requests has it'

function toMatch(matcher: Matcher | undefined): Pick<JsonHold, 'match'> {
  if (!matcher) return {}
  return { match: matcher.isFunction ? 'function' : matcher.toObject() }
}
