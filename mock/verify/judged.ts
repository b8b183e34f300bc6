// What the responses of a run say of the specification.
import { successFields } from '../../generated/contract.ts'
import { areEqual, type Difference, toMap } from '../contract/judge.ts'
import { parsePlant } from '../contract/parse-plant.ts'
import { causeOf, reasonOf } from '../contract/refusal.ts'
import { isSuccessStatus, type Outcome, plantOf } from '../contract/response.ts'
import type { ProbeRequest } from './probe.ts'
import type { PlannedProbe } from './probes.ts'
import { NoResponse } from './requester.ts'
import type { Result, Target } from './target.ts'

/** A probe with its requests, the last of them and the response to it. */
export interface Answered extends PlannedProbe {
  request: ProbeRequest
  response: Outcome
  differences: Difference[]
  /** Whether the service has the plant's id already, as it seems, so that nothing is specified. */
  isKnown: boolean
}

/** Judges the responses. A plant whose id may exist already is not judged if it meets what such a plant meets. */
export function judgeAll(
  results: readonly Result[],
  { isFirstIdChosen }: Pick<Target, 'isFirstIdChosen'>,
): Answered[] {
  const answered = results.flatMap(({ response, ...planned }) =>
    response instanceof NoResponse
      ? []
      : [{ ...planned, response, request: planned.requests.at(-1) ?? {} }],
  )
  const existing = answered.find(({ probe }) => probe.open === 'duplicates')
  const isRefusedAlike = (each: Exchange) =>
    existing !== undefined &&
    !isSuccessStatus(each.response.status) &&
    signatureOf(each) === signatureOf(existing)
  const mayBeAnotherRun = !answered.some(
    ({ probe, response }) => probe.isFixed && !probe.isCommon && isSuccessStatus(response.status),
  )
  const isKnown = (each: Exchange, differences: readonly Difference[]) => {
    const { isFixed, isCommon } = each.probe
    if (isCommon || (isFixed && mayBeAnotherRun))
      return (
        isRefusedAlike(each) ||
        (existing !== undefined && returnsFirst(existing) && areFields(differences))
      )
    // Where ids end, and after a pair, an id that exists is what a service takes another id for.
    const isOrdinary = isFirstIdChosen && each.probe.open === 'bounds'
    return isOrdinary && isRefusedAlike(each) && isAboutIds(each.response)
  }
  return answered.map(each => {
    const differences = each.probe.judge(each.response, each.request)
    const known = isKnown(each, differences)
    return { ...each, differences: known ? [] : differences, isKnown: known }
  })
}

type Exchange = Pick<Answered, 'probe' | 'request' | 'response'>

/** How a plant is refused, in the same words for all ids. */
const signatureOf = ({ response, request }: Exchange) =>
  `${response.status} ${causeOf(response, request)}`

const isAboutIds = (response: Outcome) =>
  response.status === 409 || /already|conflict|duplicat|exist|unique/i.test(reasonOf(response))

/** Whether a second plant with the same id gets the first one, which differs from it. */
function returnsFirst({ request, response }: Exchange): boolean {
  const [sent, received] = [toMap(parsePlant(request.body)), toMap(plantOf(response))]
  return (
    isSuccessStatus(response.status) &&
    successFields.some(name => !areEqual(sent.get(name), received.get(name)))
  )
}

const areFields = (differences: readonly Difference[]) =>
  differences.length > 0 && differences.every(({ kind }) => kind === 'field')
