// What lines of the report would be made of, so that it is sent again before it is told.
import { parsePlant, textFields } from '../../contract/parse-plant.ts'
import { isOperation, isSuccessStatus, kindOf } from '../../contract/response.ts'
import { groupBy } from '../group-by.ts'
import { isOfPlant } from '../requests/expectations.ts'
import { byPlainness, hasRightToken, type PlannedProbe } from '../requests/plan.ts'
import { ABOUT_THE_PLANT } from '../run/advice.ts'
import type { Lengths } from '../run/bounds.ts'
import type { Claim } from '../run/confirm.ts'
import { NoResponse, type Result } from '../run/send.ts'
import { causeOf, type Judged, judge } from './judge.ts'
import { findNotes, type Unanswered } from './left-open.ts'
import { LONG } from './traits.ts'

/** What a report would claim: differences first, then valid plants without a response, then what is left open. */
export function findClaims(results: readonly Result[], token: string): Claim[] {
  const answered = judge(results)
  const differing = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  // The title names each field, so each is a claim.
  const causes = groupsOf(differing, each => causeOf(each) + each.refusal?.trait?.field)
  const unanswered = results.filter(isUnanswered)
  const inconclusive = unanswered.filter(({ probe }) => probe.expectation.isSpecified)
  const others = unanswered.filter(each => !inconclusive.includes(each))
  const isKnown = answered.some(each => each.isKnown)
  const groups: (readonly PlannedProbe[])[] = [
    ...causes,
    ...groupsOf(inconclusive, ({ response }) => response.message),
    ...findNotes(answered, others).map(({ shown }) => shown),
    // What ids that are known are compared with.
    answered.filter(({ probe }) => isKnown && probe.expectation.kind === 'existing'),
    ...groupsOf(answered.filter(saysNothingOfIt), ({ response }) => kindOf(response)),
  ]
  const resultOf = new Map(results.map(result => [result.probe, result]))
  const toClaim = (group: readonly PlannedProbe[], isOfSuccesses: boolean): Claim => {
    const isOfClaim = ({ probe }: PlannedProbe) => {
      const result = resultOf.get(probe)
      return result && mayBeRepeated(result, token) && isSuccessful(result) === isOfSuccesses
    }
    const probes = group.filter(isOfClaim).sort(byPlainness)
    return { probes: probes.map(({ probe }) => probe), isOfSuccesses }
  }
  return [
    ...groups.map(group => toClaim(group, false)),
    ...causes.map(group => toClaim(group, true)),
  ].filter(({ probes }) => probes.length > 0)
}

const groupsOf = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] =>
  groupBy(items, keyOf).map(([, group]) => group)

const isUnanswered = (result: Result): result is Result & Unanswered =>
  result.response instanceof NoResponse

/** Services lock accounts after requests without the right token. */
const mayBeRepeated = ({ requests }: Result, token: string) =>
  requests.every(request => hasRightToken(request, token))

const isSuccessful = ({ response }: Result) =>
  !(response instanceof NoResponse) && isSuccessStatus(response.status)

/** A refusal that does not speak of what was sent, such as a 404 for an unknown property. */
const saysNothingOfIt = ({ response, request }: Judged) =>
  isOperation(request) && response.status >= 400 && !ABOUT_THE_PLANT.includes(response.status)

const isOfLetters = (text: string) => /^[a-z]+$/i.test(text)

/** What is known of texts that are refused since they are too long, by field and kind of refusal. */
export function findLengths(results: readonly Result[]): Lengths[] {
  const judged = judge(results).filter(({ probe }) => isOfPlant(probe.expectation))
  return textFields.flatMap(field => {
    const textOf = ({ request }: Judged) => String(Object(parsePlant(request.body))[field] ?? '')
    const lengthsOf = (from: readonly Judged[]) => from.map(each => [...textOf(each)].length)
    const taken = judged.filter(({ response }) => isSuccessStatus(response.status))
    const longestTaken = Math.max(0, ...lengthsOf(taken.filter(each => isOfLetters(textOf(each)))))
    const refused = judged.filter(
      each =>
        each.refusal?.isBound &&
        each.refusal.trait?.what === LONG &&
        each.probe.unusual?.field === field &&
        isOfLetters(textOf(each)) &&
        textOf(each).length > longestTaken,
    )
    if (longestTaken === 0) return []
    return groupBy(refused, ({ response }) => kindOf(response)).map(([kind, alike]) => ({
      field,
      kind,
      longestTaken,
      shortestRefused: Math.min(...lengthsOf(alike)),
      longestOfAll: Math.max(...lengthsOf(taken)),
    }))
  })
}
