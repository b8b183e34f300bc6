import type { ScheduledFailure } from '../store/failure-queue.ts'
import type { StoredHold } from '../store/holds.ts'
import type { Matcher } from '../store/match.ts'
import { type RequestRecord, toMockRequest } from '../store/mock-request.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import type { JsonFailure, JsonHold, JsonRequest, MockState } from './types.ts'

/** Returns the part of a state that describes its store. */
export function describeStore({
  state,
  began,
  options,
}: ReferenceStore): Omit<MockState, 'epoch' | 'session' | 'sessions' | 'basePath'> {
  const { plants, journal, settings, failures, holds, inFlight } = state
  const { accessTokens, plants: startPlants = [], ...startOptions } = options
  return {
    began: { ...began, time: new Date(began.time).toJSON() },
    plants: plants.count,
    requests: journal.count,
    settings,
    failures: failures.entries.map(toJsonFailure),
    holds: Array.from(holds, toJsonHold),
    inFlight: Array.from(inFlight, toJsonRequest),
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

export const toJsonHold = ({ id, matcher, held }: StoredHold): JsonHold => ({
  id,
  ...toMatch(matcher),
  ...(held && { request: toJsonRequest(held) }),
})

function toMatch(matcher: Matcher | undefined): Pick<JsonHold, 'match'> {
  if (!matcher) return {}
  return { match: matcher.isFunction ? 'function' : matcher.toObject() }
}
