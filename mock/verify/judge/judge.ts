// What the responses of a run say of the specification.
import type { BodyDifference, Difference } from '../../contract/judge.ts'
import { parsePlant } from '../../contract/parse-plant.ts'
import { charsetOf, isSuccessStatus, kindOf, kindOfCame } from '../../contract/response.ts'
import type { NewPlant } from '../../store/plant.ts'
import { groupBy, groupsOf } from '../group-by.ts'
import { isOfPlant } from '../requests/expectations.ts'
import { hasCountedId } from '../requests/plan.ts'
import type { Bound } from '../run/bounds.ts'
import { NoResponse, type Result } from '../run/result.ts'
import { type Answered, findKnown, findPlantsOfOtherIds } from './known-ids.ts'
import {
  chooseTraits,
  LONG,
  OWN_VALUE,
  type SentPlant,
  SUCH_VALUE,
  type Trait,
  traitsOf,
} from './traits.ts'

/** Why valid plants were refused, as far as it can be known. The same for all of one cause. */
export interface RefusalReason {
  /** The kind of response, and the trait. */
  cause: string
  trait: Trait | undefined
  /** Whether the service may refuse them, since bounds and allowed values are left open. */
  isBound: boolean
}

export interface Judged extends Answered {
  /** Whether the service seems to have the plant's id or name already, so that nothing is specified. */
  isKnown: boolean
  /** Of a valid plant that was not added. */
  refusal?: RefusalReason | undefined
}

/** Judges the responses. A plant that the service may know already is not judged. */
export function judge(results: readonly Result[], bounds: readonly Bound[] = []): Judged[] {
  const all = results.flatMap(({ response, ...planned }): Answered[] => {
    if (response instanceof NoResponse) return []
    const request = planned.requests.at(-1) ?? {}
    const differences = planned.probe.expectation.judge(response, request)
    return [{ ...planned, response, request, differences }]
  })
  const known = findKnown(all)
  const ofOtherIds = findPlantsOfOtherIds(all)
  const found = all.flatMap(({ differences }) => differences)
  const judged = all.map(each => ({
    ...each,
    differences: ofOtherIds.includes(each)
      ? toOtherId(each.differences)
      : each.differences.flatMap(difference => splitRules(difference, found)),
    isKnown: known.includes(each),
  }))
  const refusals = findRefusals(judged, bounds)
  return judged.map(each => {
    const refusal = refusals.get(each)
    const isLeftOpen = ({ kind }: Difference) => kind === 'status' && refusal?.isBound
    const differences = each.isKnown ? [] : each.differences.filter(found => !isLeftOpen(found))
    return { ...each, differences, refusal }
  })
}

/** What one cause leads to has the same key: what was broken, and the kind of response that came. */
export function causeOf({
  difference,
  refusal,
}: Pick<Judged, 'refusal'> & { difference: Difference }): string {
  const { kind, came } = difference
  const { status, headers } = came
  switch (difference.kind) {
    case 'status':
      // The body of a success is judged by itself.
      return `status ${refusal?.cause ?? (isSuccessStatus(status) ? status : kindOfCame(came))}`
    case 'body': {
      const rules = difference.rules.map(({ rule }) => rule).join()
      return `body ${status} ${rules || kindOfCame(came)}`
    }
    case 'field':
      return difference.isOfOtherId ? 'another id' : difference.change
    case 'charset':
      return `charset ${charsetOf(headers['content-type'])}`
    default:
      return `${kind} ${status}`
  }
}

/** The fields of a plant of another id are not spoilt, one by one. */
const toOtherId = (differences: readonly Difference[]): Difference[] =>
  differences
    .slice(0, 1)
    .map(each => (each.kind === 'field' ? { ...each, isOfOtherId: true } : each))

type OfBody = Extract<Difference, BodyDifference>

/** Rules that another body breaks alone are a cause of their own. */
function splitRules(difference: Difference, found: readonly Difference[]): Difference[] {
  if (difference.kind !== 'body') return [difference]
  const { rules, came } = difference
  const part = found.find(
    (other): other is OfBody =>
      other.kind === 'body' &&
      other.came.status === came.status &&
      other.rules.length > 0 &&
      other.rules.length < rules.length &&
      other.rules.every(({ rule }) => rules.some(each => each.rule === rule)),
  )
  if (!part) return [difference]
  const isInPart = ({ rule }: { rule: string }) => part.rules.some(each => each.rule === rule)
  return [rules.filter(isInPart), rules.filter(each => !isInPart(each))].flatMap(some =>
    splitRules({ ...difference, rules: some }, found),
  )
}

/** Groups the refused plants by kind of response and trait. A group is a bound only if all of it may be one. */
function findRefusals(
  judged: readonly Judged[],
  bounds: readonly Bound[],
): Map<Judged, RefusalReason> {
  const plants = judged.filter(each => !each.isKnown && parsePlant(each.request.body))
  const specified = plants.filter(({ probe }) => isOfPlant(probe.expectation))
  const added = specified.filter(isAdded).map(toSent)
  const refusals = new Map<Judged, RefusalReason>()
  const refused = specified.filter(each => !isAdded(each))
  const isTooLong = (each: Judged) => findBound(each, bounds) !== undefined
  for (const alike of groupsOf(refused, ({ response }) => kindOf(response))) {
    const others = alike.filter(each => !isTooLong(each))
    const traits = chooseTraits(traitsOf(others.map(toSent), added))
    const withTraits = [
      ...alike.filter(isTooLong).map(each => ({ each, trait: toTrait(findBound(each, bounds)) })),
      ...others.map((each, index) => ({ each, trait: traits[index] })),
    ]
    for (const [cause, group] of groupBy(withTraits, ({ each, trait }) => toCause(each, trait))) {
      const isBound = group.every(({ each }) => mayBeBound(each))
      for (const { each, trait } of group) refusals.set(each, { cause, trait, isBound })
    }
  }
  // Other plants may be refused for the same cause.
  const causes = new Map([...refusals.values()].map(refusal => [refusal.cause, refusal]))
  for (const each of plants.filter(other => !specified.includes(other) && !isAdded(other))) {
    const traits = traitsOf([toSent(each)], added).flat()
    const refusal = (traits.length > 0 ? traits : [undefined])
      .map(trait => causes.get(toCause(each, trait)))
      .find(found => found !== undefined)
    if (refusal) refusals.set(each, refusal)
  }
  return refusals
}

/** The bound that a refused plant is beyond. */
const findBound = ({ request, response }: Answered, bounds: readonly Bound[]): Bound | undefined =>
  bounds.find(
    ({ field, kind, longest }) =>
      kind === kindOf(response) &&
      [...String(Object(parsePlant(request.body))[field] ?? '')].length > longest,
  )

const toTrait = (bound: Bound | undefined): Trait | undefined =>
  bound && { what: LONG, field: bound.field, bound }

const isAdded = ({ response }: Answered) => isSuccessStatus(response.status)

const mayBeBound = ({ probe, response: { status } }: Answered) =>
  probe.expectation.kind === 'bounded' && status >= 400 && status < 500

/** One cause may refuse several fields, but not for a value. */
function toCause({ response }: Answered, trait: Trait | undefined): string {
  const isOfValue = trait?.what === OWN_VALUE || trait?.what === SUCH_VALUE
  return [kindOf(response), trait?.what, isOfValue ? trait.field : ''].join()
}

const toSent = ({ probe, request }: Answered): SentPlant => ({
  plant: parsePlant(request.body) as NewPlant,
  body: request.body,
  hasCountedId: hasCountedId(probe),
  hasTakenName: probe.hasTakenName,
})
