// What the responses of a run say of the specification.
import { type Difference, withRules } from '../../contract/judge.ts'
import { parsePlant } from '../../contract/parse-plant.ts'
import { isSuccessStatus, kindOf, type ReadResponse } from '../../contract/response.ts'
import type { NewPlant } from '../../store/plant.ts'
import { groupBy } from '../group-by.ts'
import { ADDED, BOUNDED, type Expectation, PAIR } from '../requests/expectations.ts'
import { NoResponse, type Result } from '../run/send.ts'
import { type Answered, findKnown, findPlantsOfOtherIds } from './known-ids.ts'
import {
  chooseTraits,
  OWN_VALUE,
  type SentPlant,
  SUCH_VALUE,
  type Trait,
  traitsOf,
} from './traits.ts'

/** Why valid plants were refused, as far as it can be known. The same for all of one cause. */
export interface Refusal {
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
  refusal?: Refusal | undefined
}

/** Judges the responses. A plant that the service may know already is not judged. */
export function judge(results: readonly Result[]): Judged[] {
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
      : each.differences.flatMap(difference => splitRules(difference, each.response, found)),
    isKnown: known.includes(each),
  }))
  const refusals = findRefusals(judged)
  return judged.map(each => {
    const refusal = refusals.get(each)
    const isLeftOpen = ({ kind }: Difference) => kind === 'status' && refusal?.isBound
    const differences = each.isKnown ? [] : each.differences.filter(found => !isLeftOpen(found))
    return { ...each, differences, refusal }
  })
}

/** The fields of a plant of another id are not spoilt, one by one. */
const toOtherId = (differences: readonly Difference[]): Difference[] =>
  differences.slice(0, 1).map(({ field: _, ...difference }) => ({
    ...difference,
    cause: 'another id',
    title: 'The plant of another id came back, so the service takes the two ids for one',
  }))

/** Rules that another body breaks alone are a cause of their own. */
function splitRules(
  difference: Difference,
  response: ReadResponse,
  found: readonly Difference[],
): Difference[] {
  const { rules = [], title } = difference
  const part = found.find(
    other =>
      other.title === title &&
      other.rules?.length &&
      other.rules.length < rules.length &&
      other.rules.every(({ rule }) => rules.some(each => each.rule === rule)),
  )
  if (!part) return [difference]
  const isInPart = ({ rule }: { rule: string }) => part.rules?.some(each => each.rule === rule)
  return [rules.filter(isInPart), rules.filter(each => !isInPart(each))].flatMap(some =>
    splitRules(withRules(difference, response, some), response, found),
  )
}

/** Groups the refused plants by kind of response and trait. A group is a bound only if all of it may be one. */
function findRefusals(judged: readonly Judged[]): Map<Judged, Refusal> {
  const plants = judged.filter(each => !each.isKnown && parsePlant(each.request.body))
  const specified = plants.filter(({ probe }) => ARE_ADDED.includes(probe.expectation))
  const added = specified.filter(isAdded).map(toSent)
  const refusals = new Map<Judged, Refusal>()
  const refused = specified.filter(each => !isAdded(each))
  for (const [, alike] of groupBy(refused, ({ response }) => kindOf(response))) {
    const traits = chooseTraits(traitsOf(alike.map(toSent), added))
    const withTraits = alike.map((each, index) => ({ each, trait: traits[index] }))
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

const ARE_ADDED: readonly Expectation[] = [ADDED, PAIR, BOUNDED]

const isAdded = ({ response }: Answered) => isSuccessStatus(response.status)

const mayBeBound = ({ probe, response: { status } }: Answered) =>
  probe.expectation === BOUNDED && status >= 400 && status < 500

/** One cause may refuse several fields, but not for a value. */
function toCause({ response }: Answered, trait: Trait | undefined): string {
  const isOfValue = trait?.what === OWN_VALUE || trait?.what === SUCH_VALUE
  return [kindOf(response), trait?.what, isOfValue ? trait.field : ''].join()
}

const toSent = ({ probe, request }: Answered): SentPlant => ({
  plant: parsePlant(request.body) as NewPlant,
  body: request.body,
  isFixed: probe.isFixed,
})
