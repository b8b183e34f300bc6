// What the specification says about responses, with its place in openapi.yaml.
import {
  isErrorStatus,
  method,
  path,
  successFields,
  successStatus,
} from '../../generated/contract.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { parsePlant } from './bodies.ts'
import type { Point } from './points.ts'
import type { Difference, Outcome, Probe, ProbeRequest } from './probe.ts'
import {
  describeBody,
  describeOutcome,
  errorOf,
  isOperation,
  isSuccessStatus,
  mediaTypeOf,
  messageOf,
  plantOf,
  specifiedMediaType,
} from './response.ts'

const RESPONSES = `paths > ${path} > ${method.toLowerCase()} > responses`
const SUCCESS = `${RESPONSES} > ${successStatus}`

/** How the response to a request is judged, and what the specification leaves open about it. */
export type Expectation = Pick<Probe, 'judge' | 'isSpecified' | 'open'>

/** The request has a valid NewPlant. */
export const ADDED: Expectation = { judge: judgeAdded, isSpecified: true }

/** The same, but bounds and allowed values are "not shown": a service may have some, and refuse. */
export const BOUNDED: Expectation = {
  judge: (response, request) =>
    response.status >= 400 && response.status < 500
      ? judgeContent(response, request)
      : judgeAdded(response, request),
  isSpecified: true,
  open: 'bounds',
}

/** The request has no bearer token. How it is refused is "not shown". */
export const REFUSED: Expectation = { judge: judgeRefused, isSpecified: true, open: 'token' }

/** The specification does not say what becomes of the request. */
export const leftOpen = (open: Point): Expectation => ({
  judge: judgeContent,
  isSpecified: false,
  open,
})

function judgeAdded(response: Outcome, request: ProbeRequest): Difference[] {
  const { status } = response
  const content = judgeContent(response, request)
  if (status === successStatus) return content
  const service = describeOutcome(response, request)
  const reason = messageOf(response)?.replace(/-?\d+/g, '#') ?? service
  const difference = {
    cause: `status ${status} ${reason}`,
    title: `${status} in place of ${successStatus} for a valid NewPlant`,
    specification: `A valid NewPlant gets ${successStatus} with a Plant.`,
    place: SUCCESS,
    service,
  }
  return [difference, ...content]
}

function judgeRefused(response: Outcome, request: ProbeRequest): Difference[] {
  const { status } = response
  const content = judgeContent(response, request)
  if (!isSuccessStatus(status)) return content
  const difference = {
    cause: `token ${status}`,
    title: `${status} without a bearer token`,
    specification: 'Every operation needs a bearer token.',
    place: 'security',
    service: describeOutcome(response, request),
  }
  return [difference, ...content]
}

/** The specified statuses have a media type and a shape, whatever the request. */
function judgeContent(response: Outcome, request: ProbeRequest): Difference[] {
  const { status, headers } = response
  const isAdded = status === successStatus
  if (!isOperation(request) || (!isAdded && !isErrorStatus(status))) return []
  const [article, shape] = isAdded ? ['a', 'Plant'] : ['an', 'Error']
  const mediaType = specifiedMediaType(status)
  const service = `${status}, ${describeBody(response)}`
  const facts = {
    cause: `body ${service}`,
    specification: `A ${status} is ${mediaType} and has the shape ${shape}.`,
    place: `${isAdded ? SUCCESS : RESPONSES} > content`,
    service,
  }
  if (!plantOf(response) && !errorOf(response))
    return [{ ...facts, title: `${status} whose body is not ${article} ${shape}` }]
  const differences = isAdded ? comparePlants(response, request) : []
  const type = headers['content-type']
  if (mediaTypeOf(type) === mediaType) return differences
  const title = `${status} whose Content-Type is ${type ?? 'missing'}, not ${mediaType}`
  return [{ ...facts, title }, ...differences]
}

/** The shape allows further properties, and a tag that the service gives to a plant without one. */
function comparePlants({ body }: Outcome, request: ProbeRequest): Difference[] {
  const plant = parsePlant(request.body)
  if (!plant) return []
  const sent = toMap(plant)
  const received = toMap(readJson(body))
  return successFields
    .filter(name => sent.has(name) && !areEqual(sent.get(name), received.get(name)))
    .map(name => {
      const verb = received.has(name) ? 'has another' : 'lacks the'
      return {
        cause: `field ${name} ${verb}`,
        title: `${successStatus} whose Plant ${verb} ${name}`,
        specification: `A ${successStatus} has the created plant: ${successFields.join(' and ')} as they were sent.`,
        place: `${SUCCESS} > description`,
        service: `${name} is ${show(received.get(name))}, not ${show(sent.get(name))}`,
      }
    })
}

const toMap = (value: unknown): Map<string, unknown> => new Map(Object.entries(Object(value)))

/** Whether two values of JSON are equal, in whatever order their properties are. */
function areEqual(one: unknown, other: unknown): boolean {
  if (Object(one) !== one || Object(other) !== other) return one === other
  const [left, right] = [toMap(one), toMap(other)]
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && areEqual(value, right.get(name)))
  )
}

const show = (value: unknown) => (value === undefined ? 'missing' : writeJson(value))
