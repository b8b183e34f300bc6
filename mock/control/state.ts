import { writeJson } from '../json/write.ts'
import type { StoredHold } from '../store/holds.ts'
import type { Matcher } from '../store/match.ts'
import { type RequestRecord, toMockRequest } from '../store/mock-request.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import type { ScheduledFailure } from '../store/state.ts'
import type { JsonFailure, JsonHold, JsonRequest, MockState } from './types.ts'

/** A state lists at most this many failures, holds and requests in flight, of each. */
const MAX_LISTED = 100

/**
 * Maximum characters of each of these lists. A thousand listeners that read nothing could each retain a
 * different state.
 */
const MAX_LISTED_CHARS = 100_000

/** Returns the part of a state that describes its store. */
export function toStoreState({
  state,
  options,
}: ReferenceStore): Omit<MockState, 'epoch' | 'session' | 'sessions' | 'basePath'> {
  const { plants, journal, settings, failures, inFlight } = state
  const holds = [...state.holds]
  const { accessTokens, plants: startPlants = [], ...startOptions } = options
  return {
    plants: plants.count,
    requests: journal.count,
    settings,
    failures: listFirst(failures.entries, toJsonFailure),
    failureCount: failures.entries.length,
    holds: listFirst(holds, toJsonHold),
    holdCount: holds.length,
    heldCount: holds.filter(({ held }) => held).length,
    inFlight: listFirst(inFlight, toJsonRequest),
    inFlightCount: inFlight.length,
    options: {
      ...startOptions,
      ...(accessTokens && { accessTokens: accessTokens.length }),
      ...(startPlants.length > 0 && { plants: startPlants.length }),
    },
  }
}

function listFirst<T, Json>(items: readonly T[], toJson: (item: T) => Json): Json[] {
  const listed: Json[] = []
  let chars = 0
  for (const item of items.slice(0, MAX_LISTED)) {
    const json = toJson(item)
    chars += writeJson(json).length
    if (chars > MAX_LISTED_CHARS && listed.length > 0) break
    listed.push(json)
  }
  return listed
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
}: ScheduledFailure): JsonFailure => ({
  id,
  failure: failure.toFailure(),
  times: times === Infinity ? 'Infinity' : times,
  skip,
  ...toMatch(matcher),
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
