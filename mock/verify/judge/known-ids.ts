// Plants whose id or name may be in the service already: of an earlier run, or its own.
import { successFields } from '../../../generated/contract.ts'
import { areEqual, type Difference, toMap } from '../../contract/judge.ts'
import { isSuccessStatus, kindOf, plantOf, type ReceivedResponse } from '../../contract/response.ts'
import { EXISTING, SAME_NAME } from '../requests/expectations.ts'
import type { PlannedProbe } from '../requests/plan.ts'
import { isPlain } from '../requests/plant-json.ts'
import type { ProbeRequest } from '../requests/probe.ts'
import { plants } from '../requests/probes.ts'
import type { Target } from '../run/target.ts'

/** A probe with its requests, the last of them and the response to it. */
export interface Answered extends PlannedProbe {
  request: ProbeRequest
  response: ReceivedResponse
  differences: Difference[]
}

/** Finds the plants that met what a plant meets whose id, or whose name, is there already. */
export function findKnown(
  answered: readonly Answered[],
  { isFirstIdChosen }: Pick<Target, 'isFirstIdChosen'>,
): Answered[] {
  const existing = answered.find(({ probe }) => probe.expectation === EXISTING)
  const sameName = answered.find(({ probe }) => probe.expectation === SAME_NAME)
  const plain = answered.find(({ probe, response }) => probe === plants[0] && plantOf(response))
  const mayHaveIds = !answered.some(
    ({ probe, response }) => probe.isFixed && !probe.isCommon && isSuccessStatus(response.status),
  )
  const mayHaveNames =
    sameName !== undefined &&
    !answered.some(({ request, response }) => isPlain(request) && plantOf(response))
  // Where the second plant of an id gets the first one, it comes back as the plain plant does.
  const returnsFirst = existing !== undefined && comesBackAs(existing, plain)
  return answered.filter(each => {
    const { isFixed, isCommon, unusual } = each.probe
    if (isCommon || (isFixed && mayHaveIds))
      return (
        isRefusedAs(each, existing) ||
        (returnsFirst && areFields(each) && !comesBackAs(each, plain))
      )
    // A bound is refused with another status than a conflict (RFC 9110, section 15.5.10).
    const isConflict = isFirstIdChosen && each.response.status === 409
    return (
      unusual !== undefined &&
      ((mayHaveNames && isRefusedAs(each, sameName)) || (isConflict && isRefusedAs(each, existing)))
    )
  })
}

const isRefusedAs = ({ response }: Answered, other: Answered | undefined) =>
  other !== undefined &&
  !isSuccessStatus(response.status) &&
  kindOf(response) === kindOf(other.response)

function comesBackAs({ response }: Answered, other: Answered | undefined): boolean {
  const [plant, another] = [plantOf(response), other && plantOf(other.response)]
  return (
    plant !== undefined &&
    another !== undefined &&
    successFields.every(name => areEqual(toMap(plant).get(name), toMap(another).get(name)))
  )
}

const areFields = ({ differences }: Answered) =>
  differences.length > 0 && differences.every(({ kind }) => kind === 'field')
