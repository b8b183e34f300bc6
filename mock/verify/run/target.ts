// What is verified, and how.
import type { Choice } from '../requests/plan.ts'

export interface Target extends Choice {
  baseUrl: string
  /** The environment variable that a command of the report takes the token from. */
  tokenName: string
  /** Milliseconds for each response. */
  timeout: number
  /** Milliseconds between a response and the next request. */
  delay: number
  /** Headers of every request, for a gateway. */
  headers: Readonly<Record<string, string>>
  /** Whether the first id is the user's choice, and not of the clock, so that plants may have it. */
  isFirstIdChosen: boolean
}
