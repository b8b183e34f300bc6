import { isDeepStrictEqual } from 'node:util'
import {
  errorMediaType,
  errorMessage,
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
import { parsePlant } from './bodies.ts'
import type { Outcome, Rule, RuleRequest } from './rule.ts'

/** What a response says about a rule: `inconclusive` if it says nothing of what is specified. */
export type Verdict = 'conforms' | 'differs' | 'unspecified' | 'inconclusive'

/** One way in which a response is not as specified. Responses with the same `cause` are reported once. */
export interface Difference {
  cause: string
  title: string
  /** What the specification says, and where in openapi.yaml. */
  specification: string
  place: string
  /** What came. */
  service: string
}

const RESPONSES = `paths > ${path} > ${method.toLowerCase()} > responses`
const SUCCESS = `${RESPONSES} > ${successStatus}`

/** Compares a response with what is specified. */
export function judge(rule: Rule, request: RuleRequest, outcome: Outcome): Difference[] {
  return [...judgeStatus(rule, request, outcome), ...judgeBody(request, outcome)]
}

/** The verdict if the response does not differ. */
export const verdictOf = ({ specified }: Rule, { status }: Outcome): Verdict =>
  specified && (specified === 'not added' || status === successStatus) ? 'conforms' : 'unspecified'

function judgeStatus(rule: Rule, request: RuleRequest, outcome: Outcome): Difference[] {
  const { specified, unspecified } = rule
  const { status } = outcome
  const service = describeOutcome(outcome, request, rule.headers)
  // How a request without a token is refused is not shown.
  if (specified === 'not added' && isSuccessStatus(status))
    return [
      {
        cause: `token ${status}`,
        title: `${status} without a bearer token`,
        specification: 'Every operation needs a bearer token.',
        place: 'security',
        service,
      },
    ]
  // Bounds on name and tag are "not shown": a service may have some, and then refuse.
  const isBound = unspecified === 'bounds' && status >= 400 && status < 500
  if (specified !== 'added' || status === successStatus || isBound) return []
  return [
    {
      cause: `status ${status} ${messageOf(outcome)?.replace(/-?\d+/g, '#') ?? service}`,
      title: `${status}, not ${successStatus}, for a valid NewPlant`,
      specification: `A valid NewPlant gets ${successStatus} with a Plant.`,
      place: SUCCESS,
      service,
    },
  ]
}

/** The specified statuses have a media type and a shape, whatever request they answer. */
function judgeBody(request: RuleRequest, { status, headers, body }: Outcome): Difference[] {
  const isAdded = status === successStatus
  if (!isOperation(request) || (!isAdded && !isErrorStatus(status))) return []
  const shape = isAdded ? 'Plant' : 'Error'
  const mediaType = specifiedMediaType(status)
  const facts = {
    specification: `A ${status} is ${mediaType} and has the shape ${shape}.`,
    place: `${isAdded ? SUCCESS : RESPONSES} > content`,
    service: `${status}, ${describeBody(status, headers, body)}`,
  }
  const cause = `body ${facts.service}`
  if (!(isAdded ? readSuccess(body) : readError(body)))
    return [{ ...facts, cause, title: `the body of a ${status} is no ${shape}` }]
  const differences = isAdded ? comparePlants(request, body) : []
  const type = headers['content-type']
  if (mediaTypeOf(type) === mediaType) return differences
  const title = `the Content-Type of a ${status} is ${type ?? 'missing'}, not ${mediaType}`
  return [{ ...facts, cause, title }, ...differences]
}

/** The shape allows further properties, and a tag that the service gives to a plant without one. */
function comparePlants(request: RuleRequest, body: string): Difference[] {
  const plant = parsePlant(request.body)
  if (!plant) return []
  const sent = toMap(plant)
  const received = toMap(readJson(body))
  return successFields
    .filter(name => sent.has(name) && !isDeepStrictEqual(sent.get(name), received.get(name)))
    .map(name => {
      const verb = received.has(name) ? 'has another' : 'lacks the'
      return {
        cause: `field ${name} ${verb}`,
        title: `the Plant of a ${successStatus} ${verb} ${name}`,
        specification: `A ${successStatus} has the created plant: ${successFields.join(' and ')} as they were sent.`,
        place: `${SUCCESS} > description`,
        service: `${name} is ${show(received.get(name))}, not ${show(sent.get(name))}`,
      }
    })
}

const toMap = (value: unknown): Map<string, unknown> => new Map(Object.entries(Object(value)))

const show = (value: unknown) => (value === undefined ? 'missing' : writeJson(value))

/** Other methods, other paths and queries are not specified. */
const isOperation = (request: RuleRequest) =>
  (request.method ?? method) === method && (request.path ?? path) === path

const isSuccessStatus = (status: number) => status >= 200 && status < 300

const specifiedMediaType = (status: number) =>
  isSuccessStatus(status) ? successMediaType : errorMediaType

/** In lower case and without parameters (RFC 9110, section 8.3.1). */
const mediaTypeOf = (header = '') => header.split(';')[0]?.trim().toLowerCase()

/** A short description of a response, with some headers: the same words for two services that do the same. */
export function describeOutcome(
  outcome: Outcome,
  request: RuleRequest,
  names: readonly string[] = [],
): string {
  const { status, headers, body } = outcome
  const described = ['location', ...names].flatMap(name => {
    const value = headers[name]
    return value === undefined ? [] : [describeHeader(name, value)]
  })
  const foreign = isForeign(outcome, request) ? ': no Error by the contract' : ''
  const text = `${status}, ${describeBody(status, headers, body)}`
  return [text, ...described].join(', ') + foreign
}

/** Whether the client is refused without an Error. The contract asks for one with some statuses alone. */
export const isForeign = ({ status, body }: Outcome, request: RuleRequest): boolean =>
  status >= 400 && !isErrorStatus(status) && isOperation(request) && !readError(body)

function describeBody(status: number, headers: Outcome['headers'], body: string): string {
  if (body === '') return 'no body'
  const type = mediaTypeOf(headers['content-type'])
  const as = type === specifiedMediaType(status) ? '' : ` as ${type || 'no media type'}`
  if (attempt(() => readJson(body)) === undefined) return `not JSON${as}`
  if (isSuccessStatus(status)) return (readSuccess(body) ? 'a Plant' : 'other JSON') + as
  return (readError(body) ? 'an Error' : 'other JSON') + as
}

/** Of a challenge only scheme and error: realm and description differ between services. */
function describeHeader(name: string, value: string): string {
  if (name === 'www-authenticate') {
    const scheme = /^[^\s,]*/.exec(value)?.[0]
    const error = /error="([^"]*)"/.exec(value)?.[1]
    return `challenge ${scheme}${error ? ` ${error}` : ''}`
  }
  const short = name.replace('access-control-', '')
  return `${short.replace(/\b[a-z]/g, letter => letter.toUpperCase())}: ${value}`
}

/** The message in the Error of a response. */
export function messageOf(outcome: Outcome): string | undefined {
  const error = errorOf(outcome)
  return error && errorMessage(error)
}

export const errorOf = ({ status, body }: Outcome): AddPlantError | undefined =>
  isSuccessStatus(status) ? undefined : readError(body)

/** The properties of a Plant that the contract does not have, or that were not sent. */
export function extraPropertiesOf({ status, body }: Outcome, request: RuleRequest): string[] {
  const plant = isSuccessStatus(status) ? readSuccess(body) : undefined
  const sent = parsePlant(request.body)
  const isExpected = (name: string) =>
    successFields.some(field => field === name) && (!sent || Object.hasOwn(sent, name))
  return Object.keys(plant ?? {}).filter(name => !isExpected(name))
}

/** The plant in the body of a success, if it has the specified shape. */
function readSuccess(body: string): AddPlantSuccess | undefined {
  const value = attempt(() => parseSuccess(body))
  return isSuccess(value) ? value : undefined
}

/** The Error in the body of a response, if it has the specified shape. */
function readError(body: string): AddPlantError | undefined {
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
