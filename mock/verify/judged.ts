// What the responses of a run say of the specification.
import { successFields } from '../../generated/contract.ts'
import { areEqual, type Difference, toMap } from '../contract/judge.ts'
import { reasonOf, signatureOf } from '../contract/refusal.ts'
import { isSuccessStatus, plantOf, type ReceivedResponse } from '../contract/response.ts'
import type { ProbeRequest } from './probe.ts'
import { type PlannedProbe, probes } from './probes.ts'
import { NoResponse } from './requester.ts'
import type { Result, Target } from './target.ts'

/** A probe with its requests, the last of them and the response to it. */
export interface Answered extends PlannedProbe {
  request: ProbeRequest
  response: ReceivedResponse
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
  const plain = answered.find(({ probe, response }) => probe === PLAIN && plantOf(response))
  const isRefusedAlike = (each: Exchange) =>
    existing !== undefined &&
    !isSuccessStatus(each.response.status) &&
    signatureOf(each.response, each.request) === signatureOf(existing.response, existing.request)
  // Where the second plant of an id gets the first one, it comes back as the plain plant does.
  const returnsFirst = existing !== undefined && comesBackAs(existing, plain)
  const mayBeAnotherRun = !answered.some(
    ({ probe, response }) => probe.isFixed && !probe.isCommon && isSuccessStatus(response.status),
  )
  const isKnown = (each: Exchange, differences: readonly Difference[]) => {
    const { isFixed, isCommon } = each.probe
    if (isCommon || (isFixed && mayBeAnotherRun))
      return (
        isRefusedAlike(each) ||
        (returnsFirst && areFields(differences) && !comesBackAs(each, plain))
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

/** The plant of most requests. */
const PLAIN = probes[0]

type Exchange = Pick<Answered, 'probe' | 'request' | 'response'>

const isAboutIds = (response: ReceivedResponse) =>
  response.status === 409 || /already|conflict|duplicat|exist|unique/i.test(reasonOf(response))

function comesBackAs({ response }: Exchange, other: Exchange | undefined): boolean {
  const [plant, another] = [plantOf(response), other && plantOf(other.response)]
  return (
    plant !== undefined &&
    another !== undefined &&
    successFields.every(name => areEqual(toMap(plant).get(name), toMap(another).get(name)))
  )
}

const areFields = (differences: readonly Difference[]) =>
  differences.length > 0 && differences.every(({ kind }) => kind === 'field')
