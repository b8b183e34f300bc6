import type { Failure } from '../store/failures.ts'
import { GREEN, RED, YELLOW } from '../terminal/colors.ts'
import { toPrintable } from '../verify/printable.ts'

/** What the log says about the outcome of a request. */
export interface Outcome {
  /** Undefined if there was no response. */
  status: number | undefined
  failure: Failure | undefined
  /** Whether the failure was a random one. */
  isRandom: boolean
  /** Whether an msw handler answered, not the store. */
  isHandler: boolean
  reason: string | undefined
}

/** Green for success alone: a 200 that a failure has broken is none. */
export function outcomeColor({ status, failure }: Outcome): number {
  if (status === undefined || status >= 500) return RED
  if (status >= 300) return YELLOW
  return failure === undefined ? GREEN : RED
}

/** Who answered in place of the store, and what went wrong. Each begins with two spaces. */
export function describeOutcome({ failure, isRandom, isHandler, reason }: Outcome): string {
  const handler = isHandler ? '  by a handler' : ''
  if (failure !== undefined) return `${handler}  ${describeFailure(failure, isRandom)}`
  return reason === undefined ? handler : `${handler}  ${toPrintable(reason)}`
}

/** The status of a failure is in the line already. */
function describeFailure(failure: Failure, isRandom: boolean): string {
  const cause = isRandom ? 'failed by chance' : 'failed on command'
  return typeof failure === 'string' ? `${cause}: ${failure}` : cause
}
