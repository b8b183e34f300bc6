import { isDeepStrictEqual } from 'node:util'
import {
  errorMediaType,
  isErrorStatus,
  method,
  path,
  successFields,
  successMediaType,
  successStatus,
} from '../../generated/contract.ts'
import { parseError, parseSuccess } from '../../generated/parse.ts'
import type { AddPlantError, AddPlantSuccess } from '../../generated/types.ts'
import { isError, isSuccess } from '../../generated/validators.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { parseNewPlant } from './bodies.ts'
import type { Verdict } from './report.ts'
import { isBusy } from './requester.ts'
import type { Outcome, Rule, RuleRequest } from './rule.ts'

/** Compares a response with what is specified, and lists the differences. */
export function judge(rule: Rule, outcome: Outcome): { verdict: Verdict; reasons: string[] } {
  if (isBusy(outcome.status)) return { verdict: 'inconclusive', reasons: ['the service is busy'] }
  const reasons = [...judgeStatus(rule, outcome), ...judgeBody(rule.request, outcome)]
  if (reasons.length > 0) return { verdict: 'differs', reasons }
  const isUnspecified =
    !rule.specified || (rule.specified === 'added' && outcome.status !== successStatus)
  return { verdict: isUnspecified ? 'unspecified' : 'conforms', reasons }
}

function judgeStatus({ specified, unspecified }: Rule, { status }: Outcome): string[] {
  // "All operations require bearer authentication"; how a request without it is refused is not shown.
  if (specified === 'not added' && isSuccessStatus(status))
    return [`${status} without bearer authentication, which all operations require`]
  // Rule 1. But bounds on name and tag are "not shown": a service may have some, and then refuse.
  const isBound = unspecified === 'bounds' && status >= 400 && status < 500
  if (specified === 'added' && status !== successStatus && !isBound)
    return [`${status}, not ${successStatus}, for a valid NewPlant (rule 1)`]
  // Rule 3 states no status for other bodies, and rule 1 does not say that only a valid NewPlant gets
  // a 200. So no status is wrong here; the body may be.
  return []
}

/** The specified statuses have a media type and a shape, whatever request they answer. */
function judgeBody(request: RuleRequest, { status, headers, body }: Outcome): string[] {
  if (!isOperation(request)) return []
  const isAdded = status === successStatus
  if (!isAdded && !isErrorStatus(status)) return []

  const type = headers['content-type']
  const reasons =
    mediaTypeOf(type) === specifiedMediaType(status)
      ? []
      : [`${status} has ${type ? `the Content-Type ${type}` : 'no Content-Type'}`]
  if (!isAdded)
    return readError(body) ? reasons : [...reasons, `${status} has no body of the shape Error`]
  if (!readSuccess(body)) return [...reasons, `${status} has no body of the shape Plant`]
  return [...reasons, ...comparePlants(request, body)]
}

/**
 * "The service answers with the created plant": name, and tag when present. The shape allows further
 * properties, and a tag that the service gives to a plant without one.
 */
function comparePlants(request: RuleRequest, body: string): string[] {
  const plant = parseNewPlant(request.body)
  if (!plant) return []
  const sent = toMap(plant)
  const received = toMap(readJson(body))
  return successFields
    .filter(name => sent.has(name) && !isDeepStrictEqual(sent.get(name), received.get(name)))
    .map(name => `${name} is ${show(received.get(name))}, not ${show(sent.get(name))}`)
}

/** The properties of a JSON object, exact. */
export const toMap = (value: unknown): Map<string, unknown> =>
  new Map(Object.entries(Object(value)))

const show = (value: unknown) => (value === undefined ? 'undefined' : writeJson(value))

/** Other methods, other paths and queries are not specified. */
const isOperation = (request: RuleRequest) =>
  (request.method ?? method) === method && (request.path ?? path) === path

export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

export const specifiedMediaType = (status: number): string =>
  isSuccessStatus(status) ? successMediaType : errorMediaType

/** In lower case and without parameters (RFC 9110, section 8.3.1). */
export const mediaTypeOf = (header = ''): string | undefined =>
  header.split(';')[0]?.trim().toLowerCase()

/** The plant in the body of a success, if it has the specified shape. */
export function readSuccess(body: string): AddPlantSuccess | undefined {
  const value = attempt(() => parseSuccess(body))
  return isSuccess(value) ? value : undefined
}

/** The Error in the body of a response, if it has the specified shape. */
export function readError(body: string): AddPlantError | undefined {
  const value = attempt(() => parseError(body))
  return isError(value) ? value : undefined
}

function attempt(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    return undefined // not JSON
  }
}
