// What the specification says about responses, with its place in openapi.yaml.
import {
  isErrorStatus,
  method,
  path,
  successFields,
  successMediaType,
  successStatus,
} from '../../generated/contract.ts'
import { issuesOfError, issuesOfSuccess } from '../../generated/validators.ts'
import { describeJson } from '../json/describe.ts'
import { writeJson } from '../json/write.ts'
import { describeChange } from './change.ts'
import { parsePlant } from './parse-plant.ts'
import {
  describeBody,
  describeResponse,
  errorOf,
  isOperation,
  isSuccessStatus,
  kindOf,
  mediaTypeOf,
  plantOf,
  type ReadResponse,
  type SentRequest,
  specifiedMediaType,
} from './response.ts'
import { escapeLookalikes } from './visible.ts'

const RESPONSES = `paths > ${path} > ${method.toLowerCase()} > responses`
const SUCCESS = `${RESPONSES} > ${successStatus}`

/** One way in which a response differs from the specification. */
export interface Difference {
  /** What was broken, and the kind of response that came. It has no text of the service. */
  cause: string
  /** What differs: the status, a response without a bearer token, the body or its media type, or a field of the plant. */
  kind: 'status' | 'token' | 'body' | 'media type' | 'field'
  title: string
  /** The rules of the schema that a body breaks. */
  rules?: readonly BrokenRule[]
  /** The field in which a plant differs. The title goes on from it. */
  field?: string
  /** What the specification says, and where in openapi.yaml. */
  specification: string
  place: string
  /** What came, and what was wanted. */
  service: string
}

interface BrokenRule {
  rule: string
  /** The rule, and what came. */
  came: string
}

/** The difference of a body, for some of the rules that it breaks. */
export const withRules = (
  difference: Omit<Difference, 'cause'>,
  response: ReadResponse,
  rules: readonly BrokenRule[],
): Difference => ({
  ...difference,
  rules,
  cause: `body ${response.status} ${rules.map(({ rule }) => rule).join() || describeBody(response)}`,
  service: [kindOf(response), ...rules.map(({ came }) => came)].join(': '),
})

/** Judges the response to a valid NewPlant. */
export function judgeAdded(response: ReadResponse, request: SentRequest): Difference[] {
  const { status } = response
  const content = judgeContent(response, request)
  if (status === successStatus) return content
  const difference: Difference = {
    // The body of a success is judged by itself.
    cause: `status ${isSuccessStatus(status) ? status : kindOf(response)}`,
    kind: 'status',
    title: `${status} in place of ${successStatus} for a valid NewPlant`,
    specification: `A valid NewPlant gets ${successStatus} with a Plant.`,
    place: SUCCESS,
    service: describeResponse(response, request),
  }
  return [difference, ...content]
}

/** Judges the response to a request without a bearer token. */
export function judgeRefused(response: ReadResponse, request: SentRequest): Difference[] {
  const { status } = response
  const content = judgeContent(response, request)
  if (!isSuccessStatus(status)) return content
  const difference: Difference = {
    cause: `token ${status}`,
    kind: 'token',
    title: `${status} without a bearer token`,
    specification: 'Every operation needs a bearer token.',
    place: 'security',
    service: describeResponse(response, request),
  }
  return [difference, ...content]
}

/**
 * The specified statuses have a media type and a shape, whatever the request. Any other success has the plant
 * too, if one was sent.
 */
export function judgeContent(response: ReadResponse, request: SentRequest): Difference[] {
  const { status, headers, body } = response
  const isAdded =
    status === successStatus ||
    (isSuccessStatus(status) && body !== '' && parsePlant(request.body) !== undefined)
  if (!isOperation(request) || (!isAdded && !isErrorStatus(status))) return []
  const [article, shape] = isAdded ? ['a', 'Plant'] : ['an', 'Error']
  const mediaType = specifiedMediaType(status)
  const facts = {
    specification: isAdded ? HAS_PLANT : `A ${status} is ${mediaType} and has the shape ${shape}.`,
    place: `${isAdded ? SUCCESS : RESPONSES} > content`,
    service: kindOf(response),
  }
  const differences = isAdded ? comparePlants(response, request) : []
  if (!plantOf(response) && !errorOf(response)) {
    const title = `${status} whose body is not ${article} ${shape}`
    const difference = { ...facts, kind: 'body', title } as const
    return [withRules(difference, response, findBroken(response, isAdded)), ...differences]
  }
  const type = headers['content-type']
  if (mediaTypeOf(type) === mediaType) return differences
  const title = `${status} whose Content-Type is ${type ?? 'missing'}, not ${mediaType}`
  return [{ ...facts, kind: 'media type', cause: `media type ${status}`, title }, ...differences]
}

const HAS_PLANT = `A ${successStatus} is ${successMediaType} and has the shape Plant.`

function findBroken({ json: value }: ReadResponse, isAdded: boolean): BrokenRule[] {
  if (value === undefined) return []
  const issues = (isAdded ? issuesOfSuccess : issuesOfError)(value, 'json').slice(0, MAX_ISSUES)
  return issues.map(({ path, message }) => {
    const rule = `${path.join('.') || 'it'} ${message}`
    const found = path.reduce<unknown>((whole, name) => ownOf(whole, String(name)), value)
    return { rule, came: found === undefined ? rule : `${rule}, but got ${describeJson(found)}` }
  })
}

const MAX_ISSUES = 3

/**
 * The shape allows further properties. A field of the contract is there if it was sent, and only then. Where the
 * body is not a Plant, the fields that are as the contract has them are compared all the same.
 */
function comparePlants(response: ReadResponse, request: SentRequest): Difference[] {
  const plant = parsePlant(request.body)
  if (!plant) return []
  const whole = plantOf(response)
  const value = whole ?? response.json
  const wrong = issuesOfSuccess(value, 'json').map(({ path }) => path[0])
  return successFields
    .filter(name => whole || (Object.hasOwn(Object(value), name) && !wrong.includes(name)))
    .map(name => ({ name, sent: ownOf(plant, name), received: ownOf(value, name) }))
    .filter(({ sent, received }) => !areEqual(sent, received))
    .map(({ name, sent, received }): Difference => {
      const title = describeDifference(sent, received)
      return {
        cause: title,
        kind: 'field',
        title,
        field: name,
        specification: `A ${successStatus} has the created plant: ${successFields.join(' and ')} as they were sent.`,
        place: SUCCESS,
        service: `${name} is ${show(received)}, not ${show(sent)}`,
      }
    })
}

function describeDifference(sent: unknown, received: unknown): string {
  if (received === undefined) return 'did not come back'
  if (sent === undefined) return 'came back, but was not sent'
  const isText = typeof sent === 'string' && typeof received === 'string'
  return `came back ${isText ? describeChange(sent, received) : 'with another value'}`
}

/** One property, without a look at the others: a service may send a hundred thousand. */
const ownOf = (value: unknown, name: string): unknown =>
  Object.getOwnPropertyDescriptor(Object(value), name)?.value

export const toMap = (value: unknown): Map<string, unknown> =>
  new Map(Object.entries(Object(value)))

/** Whether two values of JSON are equal, in whatever order their properties are. */
export function areEqual(one: unknown, other: unknown): boolean {
  if (Object(one) !== one || Object(other) !== other) return one === other
  const [left, right] = [toMap(one), toMap(other)]
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && areEqual(value, right.get(name)))
  )
}

/** JSON on which two values that differ look different, but for what is beyond its start. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const json = escapeLookalikes(toJson(value).slice(0, MAX_SHOWN + 1))
  if (json.length <= MAX_SHOWN) return json
  const size = typeof value === 'string' ? ` (${[...value].length} characters)` : ''
  return `${json.slice(0, MAX_SHOWN)}...${size}`
}

const MAX_SHOWN = 60

function toJson(value: unknown): string {
  try {
    return writeJson(value)
  } catch {
    return Array.isArray(value) ? '[ nested too deeply ]' : '{ nested too deeply }'
  }
}
