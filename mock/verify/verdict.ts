import {
  isErrorStatus,
  requestMediaType as mediaType,
  method,
  path,
  successFields as plantFields,
  successStatus,
} from '../../generated/contract.ts'
import { isError, isSuccess as isPlant, issuesOfRequest } from '../../generated/validators.js'
import { readJson } from '../json.ts'
import type { NewPlant } from '../plant.ts'
import { isBusy } from './ask.ts'
import type { Outcome, Rule, RuleRequest } from './rule.ts'

/** Whether what is stated holds; `unknown` where the answer tells nothing of it. */
export type Verdict = 'holds' | 'differs' | 'silent' | 'unknown'

/** Holds an answer against what the specification states, and says in what it differs. */
export function verdictOf(rule: Rule, outcome: Outcome): { verdict: Verdict; why: string[] } {
  if (isBusy(outcome.status)) return { verdict: 'unknown', why: ['the service is busy'] }
  const why = [...wrongStatus(rule, outcome), ...wrongBody(rule.request, outcome)]
  if (why.length > 0) return { verdict: 'differs', why }
  const isOpen = !rule.states || (rule.states === 'added' && outcome.status !== successStatus)
  return { verdict: isOpen ? 'silent' : 'holds', why }
}

function wrongStatus({ states, silentOn }: Rule, { status }: Outcome): string[] {
  // "All operations require bearer authentication"; how a request without it is refused is open.
  if (states === 'not added' && isSuccess(status))
    return [`${status} without bearer authentication, which all operations require`]
  // Rule 1. But bounds on name and tag are "not shown": there may be some, and then it is refused.
  const isBound = silentOn === 'bounds' && status >= 400 && status < 500
  if (states === 'added' && status !== successStatus && !isBound)
    return [`${status}, not ${successStatus}, for a valid NewPlant (rule 1)`]
  // Rule 3 states no status for what is no NewPlant, and rule 1 does not say that only a valid one
  // is answered with 200. So no status is wrong here; the body of the one that came may be.
  return []
}

/** The statuses that are stated have a media type and a shape, whatever they answer. */
function wrongBody(request: RuleRequest, { status, headers, body }: Outcome): string[] {
  if (!isOperation(request)) return []
  const isAdded = status === successStatus
  if (!isAdded && !isErrorStatus(status)) return []

  const found: string[] = []
  const type = headers['content-type']
  if (mediaTypeOf(type) !== mediaType)
    found.push(`${status} has ${type ? `the Content-Type ${type}` : 'no Content-Type'}`)
  const value = jsonOf(body)
  if (!(isAdded ? isPlant(value) : isError(value)))
    return [...found, `${status} has no body of the shape ${isAdded ? 'Plant' : 'Error'}`]
  // "The service answers with the created plant": name, and tag when present. More properties are
  // not ruled out by the shape, nor is a tag that the service gives to a plant without one.
  const sent = isAdded && newPlantOf(request)
  for (const field of sent ? plantFields : [])
    if (sent && sent[field] !== undefined && sent[field] !== (value as NewPlant)[field])
      found.push(
        `${field} is ${JSON.stringify((value as NewPlant)[field])}, not ${JSON.stringify(sent[field])}`,
      )
  return found
}

/** Nothing is stated of other methods and paths, nor of a query. */
const isOperation = (request: RuleRequest) =>
  (request.method ?? method) === method && (request.path ?? path) === path

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Parameters such as a charset are no part of it, nor is its case (RFC 9110, section 8.3.1). */
export const mediaTypeOf = (header = ''): string | undefined =>
  header.split(';')[0]?.trim().toLowerCase()

/** The JSON of a body; undefined where it is none. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The plant that a request carries, if it is a valid one. */
export function newPlantOf({ body }: RuleRequest): NewPlant | undefined {
  try {
    const value = readJson(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return issuesOfRequest(value).length === 0 ? (value as NewPlant) : undefined
  } catch {
    return undefined
  }
}
