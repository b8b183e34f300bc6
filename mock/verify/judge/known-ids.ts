// Plants whose id or name may be in the service already: of an earlier run, or its own.
import { successFields } from '../../../generated/contract.ts'
import { areEqual, type Difference, toMap } from '../../contract/judge.ts'
import { parsePlant } from '../../contract/parse-plant.ts'
import { isSuccessStatus, kindOf, plantOf, type ReadResponse } from '../../contract/response.ts'
import { isPlain } from '../requests/plant-json.ts'
import type { ProbeRequest } from '../requests/probe.ts'
import { plants } from '../requests/probes.ts'
import type { Result } from '../run/result.ts'

/** A probe with its requests, the last of them and the response to it. */
export interface Answered extends Omit<Result, 'response'> {
  request: ProbeRequest
  response: ReadResponse
  differences: Difference[]
}

/** Finds the plants that met what a plant meets whose id, or whose name, is there already. */
export function findKnown(answered: readonly Answered[]): Answered[] {
  const existing = answered.find(({ probe }) => probe.expectation.kind === 'existing')
  const sameName = answered.find(({ probe }) => probe.expectation.kind === 'same name')
  const mayHaveIds = !answered.some(
    ({ probe, response, differences }) =>
      probe.isFixed &&
      !probe.isCommon &&
      isSuccessStatus(response.status) &&
      differences.length === 0,
  )
  const mayHaveNames =
    sameName !== undefined &&
    !answered.some(({ request, response }) => isPlain(request) && plantOf(response))
  const comesBackAsPlain = comparesWithPlain(answered)
  return answered.filter(each => {
    const { isFixed, isCommon, expectation } = each.probe
    if (each.isTaken || mayHaveBeenAdded(each, existing, sameName)) return true
    if (isCommon || (isFixed && mayHaveIds))
      return isRefusedAs(each, existing) || (comesBackAsPlain?.(each) === false && areFields(each))
    return expectation.kind === 'bounded' && mayHaveNames && isRefusedAs(each, sameName)
  })
}

/** Whether a plant that failed at first met then what one meets that exists: the failed request may have added it. */
function mayHaveBeenAdded(
  each: Answered,
  existing: Answered | undefined,
  sameName: Answered | undefined,
): boolean {
  const { probe, response, differences, before } = each
  // A failure is one, also where a plant that exists meets the same.
  if (before === undefined || response.status >= 500) return false
  if (!probe.isFixed) return probe.expectation.kind === 'bounded' && isRefusedAs(each, sameName)
  return isRefusedAs(each, existing) || (isSuccessStatus(response.status) && differences.length > 0)
}

/**
 * Where a service returns the first plant for an id that exists, it returns the plant of another id if it takes two
 * ids for one.
 */
export function findPlantsOfOtherIds(answered: readonly Answered[]): Answered[] {
  const comesBackAsPlain = comparesWithPlain(answered)
  return answered.filter(
    each => each.probe.expectation.kind === 'pair' && areFields(each) && comesBackAsPlain?.(each),
  )
}

/** Whether a plant comes back as the plain plant does, if the second plant of an id comes back so, but no other. */
function comparesWithPlain(answered: readonly Answered[]) {
  const find = (is: (each: Answered) => boolean) =>
    answered.find(each => is(each) && plantOf(each.response))
  const [plain, everyField] = plants.map(each => find(({ probe }) => probe === each)?.response)
  const existing = find(({ probe }) => probe.expectation.kind === 'existing')
  if (!plain || !everyField || !existing) return undefined
  const isAsPlain = (response: ReadResponse) => haveEqualFields(plantOf(response), plantOf(plain))
  // Where each plant has a name of its own, the first one of an id differs from the plain one.
  const isAsFirst = ({ response, requests }: Answered) =>
    isAsPlain(response) ||
    (requests.length > 1 && haveEqualFields(plantOf(response), parsePlant(requests[0]?.body)))
  return isAsFirst(existing) && !isAsPlain(everyField) ? isAsFirst : undefined
}

function haveEqualFields(one: unknown, other: unknown): boolean {
  const [left, right] = [toMap(one), toMap(other)]
  return successFields.every(name => areEqual(left.get(name), right.get(name)))
}

const isRefusedAs = ({ response }: Answered, other: Answered | undefined) =>
  other !== undefined &&
  !isSuccessStatus(response.status) &&
  kindOf(response) === kindOf(other.response)

const areFields = ({ differences }: Answered) =>
  differences.length > 0 && differences.every(({ kind }) => kind === 'field')
