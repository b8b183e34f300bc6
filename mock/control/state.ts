import type { StoredHold } from '../store/holds.ts'
import type { Matcher } from '../store/match.ts'
import { type RequestRecord, toMockRequest } from '../store/mock-request.ts'
import type { PendingFailure } from '../store/pending-failures.ts'
import type { StoreInternals } from '../store/store.ts'
import type {
  MockState,
  SerializedFailure,
  SerializedHold,
  SerializedMockRequest,
} from './types.ts'

/** How many failures, holds and requests a state lists, of each. */
const MAX_LISTED = 100

/** A state is sent after each change, so it leaves out longer failures, matches and bodies. */
const MAX_CHARS = 1_000

/** What a state says of its store. */
export type StoreState = Omit<MockState, 'run' | 'session' | 'sessions' | 'basePath'>

export function toStoreState(store: StoreInternals): StoreState {
  const { failures, holds } = store.pending
  const { waiting } = store
  const { accessTokens, plants, ...options } = store.options
  return {
    plants: store.plantCount,
    requests: store.requestCount,
    settings: store.settings,
    failures: failures.list(MAX_LISTED).map(failure => toSerializedFailure(failure, MAX_CHARS)),
    failureCount: failures.size,
    holds: holds.list(MAX_LISTED).map(hold => toSerializedHold(hold, MAX_CHARS)),
    holdCount: holds.size,
    pending: waiting.slice(0, MAX_LISTED).map(record => toSerializedRequest(record, MAX_CHARS)),
    pendingCount: waiting.length,
    options: { ...options, ...(accessTokens && { accessTokens: accessTokens.length }) },
  }
}

/** What has more than `maxChars` is left out. */
export function toSerializedFailure(
  pending: PendingFailure,
  maxChars: number = Infinity,
): SerializedFailure {
  const { id, times, skip, matcher } = pending
  const isLong = pending.failure.chars > maxChars
  return {
    id,
    failure: isLong ? pending.failure.toShortFailure() : pending.failure.toFailure(),
    ...(isLong && { omittedChars: pending.failure.chars }),
    times: times === Infinity ? 'Infinity' : times,
    skip,
    ...toMatch(matcher, maxChars),
  }
}

/** What has more than `maxChars` is left out. */
export const toSerializedHold = (
  { id, matcher, record }: StoredHold,
  maxChars: number = Infinity,
): SerializedHold => ({
  id,
  ...toMatch(matcher, maxChars),
  ...(record && { request: toSerializedRequest(record, maxChars) }),
})

function toMatch(matcher: Matcher | undefined, maxChars: number): Pick<SerializedHold, 'match'> {
  if (!matcher) return {}
  if (matcher.isFunction) return { match: 'function' }
  return { match: matcher.chars > maxChars ? 'omitted' : matcher.toObject() }
}

/** JSON writes a date as text. */
function toSerializedRequest(record: RequestRecord, maxChars: number): SerializedMockRequest {
  const request = toMockRequest(record, maxChars)
  return { ...request, time: request.time.toJSON() }
}
