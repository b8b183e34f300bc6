// After the probes: whatever a line of the report would claim is sent again, late and twice in a row, and only what repeats
// is claimed. In a row, since a plain plant between two repeats would send each to the same one of two replicas.
import type { Difference } from '../../contract/judge.ts'
import type { Group } from '../group-by.ts'
import { isOfPlant, type Kind } from '../requests/expectations.ts'
import { byPlainness, hasRightToken, type PlannedProbe } from '../requests/plan.ts'
import { countRequests, type Probe } from '../requests/probe.ts'
import type { Again } from './again.ts'
import type { Lengths } from './bounds.ts'
import { withExpectation } from './first-plants.ts'
import {
  differencesOf,
  isAdded,
  isCutOff,
  isOfOneKind,
  isRefusal,
  isSuccess,
  kindOfResult,
  type Result,
  speaksOfPlant,
} from './result.ts'

/** What lines of the report would be made of. */
export interface Claims {
  differences: readonly Group<PlannedProbe & { difference: Difference }>[]
  others: readonly (readonly PlannedProbe[])[]
  /** What bounds are looked for between. */
  lengths: readonly Lengths[]
}

/** The command hands it in, since results are judged after a run. */
export type FindClaims = (results: readonly Result[]) => Claims

/** The most requests that repeat others. The first plants take theirs from it, and one proves the service afterwards. */
export const MAX_REPEATS = 25

export interface Confirmed {
  results: Result[]
  /** What is not claimed, as the same did not repeat once, and there are too many to repeat each. */
  leftOut: Result[]
  lengths: readonly Lengths[]
}

/** Sends again what `find` says that lines would be made of, until nothing is left that was sent once, or the budget is. */
export async function confirm(
  results: readonly Result[],
  find: FindClaims,
  again: Again,
  token: string,
  plain: Probe,
): Promise<Confirmed> {
  const repeats = new Repeats(results, again, token, plain)
  let claims = find(repeats.results)
  for (let due = repeats.dueOf(claims); due.length > 0; due = repeats.dueOf(claims)) {
    const { unreliableKinds } = repeats
    for (const probe of due) {
      await repeats.repeat(probe)
      // Then more is due, first of what differs: the budget may not be enough for the rest.
      if (repeats.unreliableKinds > unreliableKinds) break
    }
    claims = find(repeats.results)
  }
  while (repeats.leaveOut(claims)) claims = find(repeats.results)
  for (const shown of claims.differences) await repeats.repeatSuccess(shown)
  const { results: confirmed, leftOut } = repeats
  return { results: confirmed, leftOut, lengths: claims.lengths }
}

/** How often the same has to come in a row, before it is claimed. */
const IN_A_ROW = 2

/** The same, of a kind that did not repeat once already: one failure in ten comes twice in a row too often. */
const IN_A_ROW_IF_UNRELIABLE = 4

const MAX_REPEATS_OF_ONE = 6

class Repeats {
  results: Result[]
  readonly leftOut: Result[] = []
  readonly #again: Again
  readonly #token: string
  readonly #plain: Probe
  /** The kinds of what came, and did not come again. */
  readonly #unreliable = new Set<string>()

  constructor(results: readonly Result[], again: Again, token: string, plain: Probe) {
    this.#again = again
    this.#token = token
    this.#plain = plain
    // Requests without the right token are not repeated: those of one kind that got the same confirm each other.
    const wrong = results.filter(result => !this.#hasToken(result))
    const isAlike = (one: Result) => (other: Result) =>
      other !== one &&
      other.probe.expectation.kind === one.probe.expectation.kind &&
      kindOfResult(other) === kindOfResult(one)
    this.results = results.map(result =>
      wrong.includes(result) && wrong.some(isAlike(result))
        ? { ...result, inARow: IN_A_ROW }
        : result,
    )
  }

  get unreliableKinds(): number {
    return this.#unreliable.size
  }

  /** Services lock accounts after requests without the right token. */
  #hasToken = ({ requests }: Result) =>
    requests.every(request => hasRightToken(request, this.#token))

  /** The results that a line would be made of, the plainest first. */
  #resultsOf(shown: readonly PlannedProbe[], isOfLine: (result: Result) => boolean): Result[] {
    return this.results
      .filter(result => shown.some(({ probe }) => probe === result.probe))
      .filter(isOfLine)
      .sort(byPlainness)
  }

  /** The refusals and failures of each claim. */
  #refused = ({ differences, others }: Claims): Result[][] =>
    [...differences, ...others].map(shown => this.#resultsOf(shown, result => !isSuccess(result)))

  /** One probe of each claim; all of them if the same did not repeat once already, since any may be by chance. */
  dueOf(claims: Claims): Probe[] {
    const due = this.#refused(claims).flatMap(all => {
      const results = all.filter(this.#hasToken)
      const open = results.filter(result => !this.#isConfirmed(result))
      const isOpen = open.length === results.length
      return open
        .filter((result, index) => this.#isUnreliable(result) || (isOpen && index === 0))
        .filter(result => this.#again.isAffordable(IN_A_ROW, result))
        .map(({ probe }, index) => ({ probe, index }))
    })
    // First one of each.
    due.sort((one, other) => one.index - other.index)
    return [...new Set(due.map(({ probe }) => probe))]
  }

  #isUnreliable = (result: Result): boolean => this.#unreliable.has(kindOfResult(result))

  #isOftenEnough = (result: Result, inARow: number): boolean =>
    inARow >= (this.#isUnreliable(result) ? IN_A_ROW_IF_UNRELIABLE : IN_A_ROW)

  #isConfirmed = (result: Result): boolean => this.#isOftenEnough(result, result.inARow ?? 0)

  /** Sends a probe again, until it gets what is right, or the same often enough in a row. */
  async repeat(probe: Probe): Promise<void> {
    const first = this.results.find(result => result.probe === probe)
    if (!first || this.#isConfirmed(first)) return
    let last = first
    const came: Group<Result> = [first]
    let inARow = first.inARow ?? 0
    for (let repeats = 0; repeats < MAX_REPEATS_OF_ONE; repeats++) {
      const between = repeats > 0 && last.requests.length === 2 ? countBetween(inARow) : 0
      if (this.#again.budget.left < Math.max(1, between) + countRequests(probe)) return
      for (let plain = 0; plain < between; plain++) await this.#isItself()
      const next = await this.#again.send(probe)
      if (isOtherwise(next, first)) {
        if (await this.#isOfId(first)) this.#replace(first, { ...first, isTaken: true })
        else this.#settle(came, next)
        return
      }
      came.push(next)
      inARow = isAlike(next, last) ? inARow + 1 : 1
      last = next
      if (!this.#isOftenEnough(last, inARow)) continue
      if (isAlike(last, first)) {
        this.#again.transients.push(...came.filter(each => !isAlike(each, first)))
        // What came again is told, and not a text that came once.
        this.#replace(first, { ...last, sent: first.sent, inARow })
      } else if (await this.#isOfProbe(last, first)) this.#settle(came, { ...last, inARow })
      return
    }
  }

  /**
   * Whether something else that came again tells of what was sent. A failure tells of it only in place of another one,
   * and if a plain plant between is added: the service may fail for a while.
   */
  async #isOfProbe(last: Result, first: Result): Promise<boolean> {
    if (speaksOfPlant(last)) return true
    if (speaksOfPlant(first) || !this.#again.isAffordable(2, first)) return false
    return (await this.#isItself()) && isAlike(await this.#again.send(first.probe), last)
  }

  /** Sends a plain plant. */
  async #isItself(): Promise<boolean> {
    const result = await this.#again.send(this.#plain)
    if (!isAdded(result)) this.#again.transients.push(result)
    return isAdded(result)
  }

  /** What came first did not come again: what came then is judged in its place. */
  #settle([first, ...others]: Group<Result>, then: Result): void {
    this.#unreliable.add(kindOfResult(first))
    const before = [...(first.before ?? []), first, ...others.filter(each => !isAlike(each, then))]
    this.#replace(first, withExpectation({ ...then, sent: first.sent, before }))
  }

  #replace(first: Result, then: Result): void {
    this.results = this.results.map(each => (each === first ? then : each))
  }

  /** Whether a plant was refused for its id, as one that exists is: sent as it was, it is refused again. */
  async #isOfId(first: Result): Promise<boolean> {
    const mayBe = !first.probe.isFixed && this.#isRefusedAs(first, 'existing')
    if (!mayBe || !this.#again.isAffordable(1, first)) return false
    return this.#isRefusedAs(await this.#again.sendAsItWas(first), 'existing')
  }

  #isRefusedAs(result: Result, kind: Kind): boolean {
    const found = this.results.find(({ probe }) => probe.expectation.kind === kind)
    return found !== undefined && isRefusal(found) && kindOfResult(result) === kindOfResult(found)
  }

  /**
   * What got the same as what did not come again is not claimed either: there is no budget for it, or it is without the right
   * token. Returns whether anything was left out.
   */
  leaveOut(claims: Claims): boolean {
    const claimed = this.#refused(claims).flat()
    const isAsExpected = (result: Result) =>
      isRefusal(result) && result.probe.expectation.isRefused === true
    const isLeft = (result: Result) =>
      this.#isUnreliable(result) &&
      !this.#isConfirmed(result) &&
      (this.#hasToken(result)
        ? claimed.includes(result)
        : !isAsExpected(result) && (claimed.includes(result) || !isRefusal(result)))
    const left = this.results.filter(isLeft)
    this.leftOut.push(...left)
    this.results = this.results.filter(each => !left.includes(each))
    return left.length > 0
  }

  /** A success that is not right is a difference. It is sent again only to learn whether it comes each time. */
  async repeatSuccess(shown: Claims['differences'][number]): Promise<void> {
    const [first] = this.#resultsOf(shown, isSuccess).filter(this.#hasToken)
    if (!first || !this.#again.isAffordable(2, first)) return
    const [{ difference }] = shown
    for (let repeats = 0; repeats < 2; repeats++) {
      const next = await this.#again.send(first.probe)
      if (!speaksOfPlant(next)) this.#again.transients.push(next)
      const isSame = differencesOf(next).some(each => isOfOneKind(each, difference))
      if (!isSame && (isSuccess(next) || this.#isRefusedForItself(next)))
        return this.#replace(first, { ...first, notEachTime: difference })
    }
  }

  /** Whether what is invalid is refused, and not since the first one was added, whose name or id it has. */
  #isRefusedForItself(next: Result): boolean {
    return (
      !isOfPlant(next.probe.expectation) &&
      speaksOfPlant(next) &&
      !this.#isRefusedAs(next, 'existing') &&
      !this.#isRefusedAs(next, 'same name')
    )
  }
}

/**
 * How many plain plants are sent before the same two requests are sent again. None would send the second of them to the
 * same one of two replicas each time, and one to the same one of three. So two are sent once the same came often after one.
 */
const countBetween = (inARow: number) => (inARow < IN_A_ROW ? 1 : 2)

/** Of two requests, the same one has to get the same. */
const isAlike = (one: Result, other: Result) =>
  isCutOff(one) === isCutOff(other) && kindOfResult(one) === kindOfResult(other)

/** A plant was added; or something else came of what is left open, of which nothing is right. */
const isOtherwise = (next: Result, first: Result) =>
  isOfPlant(next.probe.expectation) ? isSuccess(next) : !isAlike(next, first) && speaksOfPlant(next)
