import type { JsonRequest } from '../control/types.ts'
import { type Again, type Outcome, pathOf } from './words.ts'

/** When and where the last request with each body failed. Bodies that are whole tell one call from another. */
const failed = new Map<string, { key: string; number: number; end: number }>()

/** How many of them are remembered. */
const MAX_FAILED = 500

/** After that time a body is not said to come again. */
const AGAIN_MS = 60_000

/** Finds the failure that a request comes after, and remembers its own. */
export function findAgain(key: string, request: JsonRequest, outcome: Outcome): Again | undefined {
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
export const forgetFailures = (): void => failed.clear()
