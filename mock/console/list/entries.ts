import type { JsonRequest } from '../../control/types.ts'
import { type Outcome, outcomeOf, pathOf, type Repeated } from '../words.ts'
import { chipsOf } from './kinds.ts'

/** A request of the list. */
export interface Entry {
  readonly key: string
  readonly request: JsonRequest
  readonly outcome: Outcome
  /** The last request with the same body, if it failed shortly before. */
  readonly again: Repeated | undefined
}

export function toEntry(request: JsonRequest, epoch: string): Entry {
  const key = `${epoch}:${request.number}`
  const outcome = outcomeOf(request)
  return { key, request, outcome, again: findFailed(key, request, outcome) }
}

/** A request that was in flight ended with its session. */
export function toEnded(entry: Entry): Entry {
  const { inFlight: _, ...request } = entry.request
  return { ...entry, request: { ...request, reason: 'It was in flight when its session ended' } }
}

/** What an entry is counted as. A chip has the colour of its rows. */
export const kindsOf = ({ request, outcome }: Entry): string[] =>
  chipsOf(request).flatMap(kind => (outcome === 'bad' ? [kind, `bad ${kind}`] : kind))

/** When and where the last request with each body failed. */
const failed = new Map<string, { key: string; number: number; end: number }>()

/** How many of them are remembered. */
const MAX_FAILED = 500

/** After that time it is no longer reported. */
const AGAIN_MS = 60_000

/** Finds the failure of a request with the same body, and remembers the request's own. */
function findFailed(key: string, request: JsonRequest, outcome: Outcome): Repeated | undefined {
  const { method, url, text, omitted, number, inFlight, duration = 0 } = request
  if (text === undefined || omitted !== undefined) return undefined
  const call = `${method} ${pathOf(url)} ${text}`
  const before = failed.get(call)
  const arrival = Date.parse(request.time)
  if (!inFlight) {
    failed.delete(call)
    if (outcome !== 'good') failed.set(call, { key, number, end: arrival + duration })
    const [oldest = ''] = failed.keys()
    if (failed.size > MAX_FAILED) failed.delete(oldest)
  }
  if (!before || before.number >= number) return undefined
  const ms = arrival - before.end
  return ms >= 0 && ms <= AGAIN_MS ? { key: before.key, number: before.number, ms } : undefined
}

/** For a list that starts over. */
export const forgetFailed = (): void => failed.clear()
