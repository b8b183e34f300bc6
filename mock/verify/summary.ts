import type { Result } from './verify.ts'

export interface Summary {
  holds: number
  differs: number
  unknown: number
  silent: { same: number; other: number }
}

/** A rule that is open only in part counts on both sides. */
export function summaryOf(results: readonly Result[]): Summary {
  const count = (verdict: string) => results.filter(result => result.verdict === verdict).length
  const open = results.filter(result => isOpen(result) && !isJudged(result))
  const same = open.filter(isSame).length
  return {
    holds: count('holds'),
    differs: count('differs'),
    unknown: count('unknown'),
    silent: { same, other: open.length - same },
  }
}

export const isJudged = ({ verdict }: Result): boolean =>
  verdict === 'differs' || verdict === 'unknown'

/** Whether it says what a service does where the specification is silent. */
export const isOpen = (result: Result): boolean =>
  result.point !== undefined && !(result.states && isJudged(result))

/** Whether a service does as the mock does, as far as a client would notice. */
export const isSame = ({ service, mock }: Result): boolean => service === mock
