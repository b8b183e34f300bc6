import type { Budget } from './budget.ts'
import { charsOf, type RequestRecord } from './mock-request.ts'
import type { Run } from './run.ts'

/** A request that is held or delayed, until it is told that this is over. */
export interface Waiting {
  end(): void
}

/** What a request that waits takes up beside what the journal keeps of it: its connection above all. */
const WAITING_CHARS = 4_096

/** Lists a request of a run as one that waits. Returns undefined if there is no room for it. */
export function startWaiting(
  { run, record }: { readonly run: Run; readonly record: RequestRecord },
  budget: Budget,
): Waiting | undefined {
  const chars = WAITING_CHARS + charsOf(record)
  if (!budget.fits(chars)) return undefined
  budget.take(chars)
  run.waiting.add(record)
  return {
    end() {
      budget.give(chars)
      run.waiting.delete(record)
    },
  }
}
