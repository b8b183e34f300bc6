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
  const open = results.filter(({ point, verdict }) => point && verdict !== 'unknown')
  const same = open.filter(isSame).length
  return {
    holds: count('holds'),
    differs: count('differs'),
    unknown: count('unknown'),
    silent: { same, other: open.length - same },
  }
}

export const isSame = ({ service, mock }: Result): boolean => service === mock
