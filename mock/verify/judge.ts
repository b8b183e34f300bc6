import {
  errorStatuses,
  mediaType,
  method,
  path,
  plantFields,
  successStatus,
} from '../../generated/contract.ts'
import { isError, isPlant, issuesOfNewPlant } from '../../generated/validators.js'
import { readJson } from '../json/read.ts'
import type { NewPlant } from '../store/plant.ts'
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
  if (specified === 'not added' && isSuccess(status))
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
  if (!isAdded && !errorStatuses.some(specified => specified === status)) return []

  const type = headers['content-type']
  const reasons =
    mediaTypeOf(type) === mediaType
      ? []
      : [`${status} has ${type ? `the Content-Type ${type}` : 'no Content-Type'}`]
  const value = parseJsonOrUndefined(body)
  if (!isAdded)
    return isError(value) ? reasons : [...reasons, `${status} has no body of the shape Error`]
  if (!isPlant(value)) return [...reasons, `${status} has no body of the shape Plant`]
  return [...reasons, ...comparePlants(parseNewPlant(request), value)]
}

/**
 * "The service answers with the created plant": name, and tag when present. The shape allows further
 * properties, and a tag that the service gives to a plant without one.
 */
function comparePlants(sent: NewPlant | undefined, received: Partial<NewPlant>): string[] {
  if (!sent) return []
  return plantFields
    .filter(field => sent[field] !== undefined && sent[field] !== received[field])
    .map(
      field => `${field} is ${JSON.stringify(received[field])}, not ${JSON.stringify(sent[field])}`,
    )
}

/** Other methods, other paths and queries are not specified. */
const isOperation = (request: RuleRequest) =>
  (request.method ?? method) === method && (request.path ?? path) === path

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** In lower case and without parameters (RFC 9110, section 8.3.1). */
export const mediaTypeOf = (header = ''): string | undefined =>
  header.split(';')[0]?.trim().toLowerCase()

export function parseJsonOrUndefined(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The plant in the body of a request, if it is a valid one. */
export function parseNewPlant({ body }: RuleRequest): NewPlant | undefined {
  try {
    const value = readJson(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return issuesOfNewPlant(value).length === 0 ? (value as NewPlant) : undefined
  } catch {
    return undefined
  }
}
