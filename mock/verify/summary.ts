import type { Result } from './report.ts'

export interface Summary {
  conforms: number
  differs: number
  inconclusive: number
  unspecified: { same: number; other: number }
}

/** A rule that is partly unspecified counts on both sides. */
export function summarize(results: readonly Result[]): Summary {
  const count = (verdict: string) => results.filter(result => result.verdict === verdict).length
  const unspecified = results.filter(result => isUnspecified(result) && !isProblem(result))
  const same = unspecified.filter(isSame).length
  return {
    conforms: count('conforms'),
    differs: count('differs'),
    inconclusive: count('inconclusive'),
    unspecified: { same, other: unspecified.length - same },
  }
}

export const isProblem = ({ verdict }: Result): boolean =>
  verdict === 'differs' || verdict === 'inconclusive'

/** Whether a result shows what a service does in an unspecified case. */
export const isUnspecified = (result: Result): boolean =>
  result.point !== undefined && !(result.specified && isProblem(result))

/** Whether a service does what the mock does, as far as a client notices. */
export const isSame = ({ service, mock }: Result): boolean => service === mock
