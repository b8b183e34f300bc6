import type { Point } from './points.ts'
import type { Rule } from './rule.ts'

/** What a response says about a rule: `inconclusive` if it says nothing of what is specified. */
export type Verdict = 'conforms' | 'differs' | 'unspecified' | 'inconclusive'

/** The result of a rule. Nothing in it is secret, and all of it can be printed. */
export interface Result {
  name: string
  specified?: Rule['specified']
  /** What the specification leaves open about this rule. */
  point?: Point
  verdict: Verdict
  /** How the response differs from what is specified, or why the rule is inconclusive. */
  reasons: string[]
  service: string
  mock: string
  /** The message of the service's Error. */
  message?: string
}

/** The size of a run, whatever the service takes for a plant. */
export interface PlanSize {
  requests: number
  /** The maximum number of plants that are added. */
  plants: number
  /** In ascending order. */
  ids: bigint[]
}

/** Prints the results of a run as they come. */
export interface Report {
  begin(baseUrl: string, size: PlanSize): void
  result(result: Result): void
  /** `stopped` is the reason if the run ended early. */
  end(stopped?: string): void
}
