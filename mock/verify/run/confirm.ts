// After the probes: whatever a line of the report would claim is sent again, late and twice in a row, and only what repeats
// is claimed. In a row, since a plain plant between two repeats would send each to the same one of two replicas.
import { isSuccessStatus, kindOf } from '../../contract/response.ts'
import { isOfPlant, type Kind } from '../requests/expectations.ts'
import { hasRightToken, type Plan, type PlannedProbe } from '../requests/plan.ts'
import type { Probe } from '../requests/probe.ts'
import { ABOUT_THE_PLANT } from './advice.ts'
import { withExpectation } from './first-plants.ts'
import { type Budget, NoResponse, type Result, type Unreliable } from './send.ts'

/** What a line of the report would be made of: its probes, the plainest first. */
export interface Claim {
  probes: readonly Probe[]
  /** Whether it is about successes that are not right, each of which is a difference by itself. */
  isOfSuccesses: boolean
}

/** Says what the report would claim. The command hands it in, since results are judged after a run. */
export type FindClaims = (results: readonly Result[]) => readonly Claim[]

/** The most requests that repeat others. The first plants take theirs from it, and one proves the service afterwards. */
export const MAX_REPEATS = 25

export interface Confirmed {
  results: Result[]
  unreliable: Unreliable[]
}

/** How requests are sent again. */
export interface Again {
  plan: Plan
  token: string
  /** A plain plant. */
  plain: Probe
  budget: Budget
  send(planned: PlannedProbe): Promise<Result>
}

/** Sends again what `find` says that lines would be made of, until nothing is left that was sent once, or the budget is. */
export async function confirm(
  results: readonly Result[],
  find: FindClaims,
  again: Again,
): Promise<Confirmed> {
  const repeats = new Repeats(results, again)
  let claims = find(repeats.results)
  for (let due = repeats.dueOf(claims); due.length > 0; due = repeats.dueOf(claims)) {
    for (const probe of due) await repeats.repeat(probe)
    claims = find(repeats.results)
  }
  while (repeats.leaveOut(claims)) claims = find(repeats.results)
  for (const { probes, isOfSuccesses } of claims)
    if (isOfSuccesses) await repeats.repeatSuccess(probes)
  return repeats
}

/** How often the same has to come in a row, before it is claimed. */
const IN_A_ROW = 2

/** As often, where the same came for once already: one failure in ten comes twice in a row too often. */
const IN_A_ROW_IF_UNRELIABLE = 4

const MAX_REPEATS_OF_ONE = 6

class Repeats implements Confirmed {
  results: Result[]
  readonly unreliable: Unreliable[] = []
  readonly #again: Again
  /** How often in a row each probe got the same when it was repeated. */
  readonly #inARow = new Map<Probe, number>()

  constructor(results: readonly Result[], again: Again) {
    // Requests without the right token are not repeated: those of one kind that got the same confirm each other.
    const wrong = results.filter(result => !hasToken(result, again.token))
    this.results = results.map(result => {
      const isAlike = (other: Result) =>
        other !== result &&
        other.probe.expectation.kind === result.probe.expectation.kind &&
        kindOfResult(other) === kindOfResult(result)
      return wrong.includes(result) && wrong.some(isAlike)
        ? { ...result, isConfirmed: true }
        : result
    })
    this.#again = again
  }

  /** The kind of refusal that an id gets that exists, or a name. */
  #kindOf(kind: Kind): string | undefined {
    const found = this.results.find(({ probe }) => probe.expectation.kind === kind)
    return found && isRefusal(found) ? kindOfResult(found) : undefined
  }

  /** One probe of each claim; all of them if the same came for once already, since any may have it for once. */
  dueOf(claims: readonly Claim[]): Probe[] {
    const due = claims.flatMap(({ probes, isOfSuccesses }) => {
      if (isOfSuccesses) return []
      const results = probes.flatMap(probe => this.#find(probe) ?? [])
      const open = results.filter(result => !this.#isConfirmed(result))
      const isOpen = open.length === results.length
      const repeated = open.filter(
        (result, index) => this.#isUnreliable(result) || (isOpen && index === 0),
      )
      return repeated.filter(this.#isAffordable).map(({ probe }, index) => ({ probe, index }))
    })
    // First one of each.
    due.sort((one, other) => one.index - other.index)
    return [...new Set(due.map(({ probe }) => probe))]
  }

  #find = (probe: Probe) => this.results.find(result => result.probe === probe)

  /** It is sent at least twice. */
  #isAffordable = ({ requests }: Result): boolean =>
    IN_A_ROW * requests.length <= this.#again.budget.left

  /** Whether the same came, and did not come again. */
  #isUnreliable = (result: Result): boolean =>
    this.unreliable.some(each => kindOfResult(each) === kindOfResult(result))

  #rowOf = (result: Result) => (this.#isUnreliable(result) ? IN_A_ROW_IF_UNRELIABLE : IN_A_ROW)

  #isConfirmed = (result: Result): boolean =>
    (this.#inARow.get(result.probe) ?? 0) >= this.#rowOf(result)

  /** Sends a probe again, until it gets what is right, or the same often enough in a row. */
  async repeat(probe: Probe): Promise<void> {
    const first = this.#find(probe)
    if (!first || this.#isConfirmed(first)) return
    let last = first
    let inARow = this.#inARow.get(probe) ?? 0
    for (let repeats = 0; repeats < MAX_REPEATS_OF_ONE; repeats++) {
      if (this.#again.budget.left < 1 + first.requests.length) break
      // Two requests would send the second one to the same one of two replicas each time.
      if (repeats > 0 && first.requests.length === 2)
        await this.#send(this.#again.plan.another(this.#again.plain))
      const next = await this.#send(this.#again.plan.another(probe))
      if (isTaken(next) || isOtherwise(next, first)) {
        if (await this.#isOfId(first)) this.#replace(first, { ...first, isTaken: true })
        else this.#settle(first, next)
        return
      }
      inARow = kindOfResult(next) === kindOfResult(last) ? inARow + 1 : 1
      last = next
      if (inARow >= this.#rowOf(last)) break
    }
    if (inARow < this.#rowOf(last)) return
    this.#inARow.set(probe, inARow)
    if (kindOfResult(last) === kindOfResult(first))
      this.#replace(first, { ...first, isConfirmed: true })
    else if (speaksOfPlant(last)) this.#settle(first, { ...last, isConfirmed: true })
  }

  /** Whether a plant meets what one meets that exists, as what failed at first may have added it. */
  #mayHaveBeenAdded(then: Result): boolean {
    const { isFixed, expectation } = then.probe
    const kind = kindOfResult(then)
    if (isFixed) return kind === this.#kindOf('existing') || (isTaken(then) && !isRight(then))
    return expectation.kind === 'bounded' && kind === this.#kindOf('same name')
  }

  /** Whether a plant was refused for its id, as one that exists is: sent as it was, it is refused again. */
  async #isOfId(first: Result): Promise<boolean> {
    const mayBe = isRefusal(first) && kindOfResult(first) === this.#kindOf('existing')
    if (first.probe.isFixed || !mayBe || this.#again.budget.left < first.requests.length)
      return false
    return kindOfResult(await this.#send(first)) === this.#kindOf('existing')
  }

  /** What came first did not come again: what came then is judged in its place. */
  #settle(first: Result, then: Result): void {
    this.unreliable.push({ ...first, isRepeated: true })
    const isTaken = this.#mayHaveBeenAdded(then)
    const settled = withExpectation({ ...then, sent: first.sent, wasUnreliable: true, isTaken })
    this.#inARow.set(settled.probe, this.#inARow.get(first.probe) ?? 0)
    this.#replace(first, settled)
  }

  #replace(first: Result, then: Result): void {
    this.results = this.results.map(each => (each === first ? then : each))
  }

  /**
   * What got the same as what did not come again is not claimed either: there is no budget for it, or it is without the right
   * token. Returns whether anything was left out.
   */
  leaveOut(claims: readonly Claim[]): boolean {
    const isLeft = (result: Result) => {
      const isClaimed = claims.some(
        ({ probes, isOfSuccesses }) => !isOfSuccesses && probes.includes(result.probe),
      )
      const isTold = !isRefusal(result) || result.probe.oftenSent !== undefined
      const isOfNobody = !hasToken(result, this.#again.token) && isTold
      return this.#isUnreliable(result) && !this.#isConfirmed(result) && (isClaimed || isOfNobody)
    }
    const left = this.results.filter(isLeft)
    this.unreliable.push(...left.map(each => ({ ...each, isRepeated: false })))
    this.results = this.results.filter(each => !left.includes(each))
    return left.length > 0
  }

  /** A success that is not right is a difference. It is sent again only to learn whether it comes each time. */
  async repeatSuccess([probe]: readonly Probe[]): Promise<void> {
    const first = probe && this.#find(probe)
    if (!probe || !first || !this.#isAffordable(first)) return
    for (let repeats = 0; repeats < 2; repeats++) {
      if (!isRight(await this.#send(this.#again.plan.another(probe)))) continue
      return this.#replace(first, { ...first, isSometimesRight: true })
    }
  }

  async #send(planned: PlannedProbe): Promise<Result> {
    const { budget, send } = this.#again
    budget.left -= planned.requests.length
    return send(planned)
  }
}

const isTaken = ({ response, probe }: Result) =>
  isOfPlant(probe.expectation) &&
  !(response instanceof NoResponse) &&
  isSuccessStatus(response.status)

/** Of what is left open, nothing is right, but something else did come. */
const isOtherwise = (next: Result, first: Result) =>
  !isOfPlant(next.probe.expectation) &&
  kindOfResult(next) !== kindOfResult(first) &&
  speaksOfPlant(next)

/** Anything else may be a failure of its own. */
const speaksOfPlant = ({ response }: Result) =>
  !(response instanceof NoResponse) &&
  (isSuccessStatus(response.status) || ABOUT_THE_PLANT.includes(response.status))

const isRight = ({ response, probe, requests }: Result) =>
  !(response instanceof NoResponse) &&
  probe.expectation.judge(response, requests.at(-1) ?? {}).length === 0

const hasToken = ({ requests }: Result, token: string) =>
  requests.every(request => hasRightToken(request, token))

const isRefusal = ({ response }: Result) =>
  !(response instanceof NoResponse) && response.status >= 400 && response.status < 500

/** No response is of one kind, whatever became of it. */
export const kindOfResult = ({ response }: Pick<Result, 'response'>): string =>
  response instanceof NoResponse ? 'no response' : kindOf(response)
