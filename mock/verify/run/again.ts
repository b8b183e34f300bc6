// Sends probes again, as long as there are requests left for it.
import type { Plan, PlannedProbe } from '../requests/plan.ts'
import { countRequests, type Probe } from '../requests/probe.ts'
import type { Result } from './result.ts'

/** How many requests may still be sent. */
export interface Budget {
  left: number
}

export type Send = (planned: PlannedProbe) => Promise<Result>

export class Again {
  readonly budget: Budget
  /** What repeats and plain plants got once, and neither before nor after. */
  readonly transients: Result[] = []
  readonly #plan: Plan
  readonly #send: Send

  constructor(plan: Plan, budget: Budget, send: Send) {
    this.#plan = plan
    this.budget = budget
    this.#send = send
  }

  /** Sends it with an id that no other request has, unless its id is fixed. */
  send(probe: Probe): Promise<Result> {
    return this.sendAsItWas(this.#plan.another(probe))
  }

  sendAsItWas(planned: PlannedProbe): Promise<Result> {
    this.budget.left -= planned.requests.length
    return this.#send(planned)
  }

  isAffordable(times: number, { probe }: PlannedProbe): boolean {
    return times * countRequests(probe) <= this.budget.left
  }
}
