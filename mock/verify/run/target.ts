// What is verified, and what came of it.
import type { ReadResponse } from '../../contract/response.ts'
import type { Choice, PlannedProbe } from '../requests/plan.ts'
import type { NoResponse } from './send.ts'

export interface Target extends Choice {
  baseUrl: string
  /** Milliseconds for each response. */
  timeout: number
  /** Milliseconds between a response and the next request. */
  delay: number
  /** Headers of every request, for a gateway. */
  headers: Readonly<Record<string, string>>
  /** Whether the first id is the user's choice, and not of the clock, so that plants may have it. */
  isFirstIdChosen: boolean
}

/** A probe, and what the service returned to the last of its requests. */
export interface Result extends PlannedProbe {
  response: ReadResponse | NoResponse
  /** How many requests the run had sent by then. */
  sent: number
}
