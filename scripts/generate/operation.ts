import { isDeepStrictEqual } from 'node:util'
import { isObject, type Part } from './part.ts'
import {
  type Example,
  examplesOf,
  type Field,
  type ObjectShape,
  readSchema,
  type Shape,
} from './schema.ts'

/** The one operation of the description. */
export interface Operation {
  /** In capital letters. */
  method: string
  path: string
  request: Body
  success: Body & { status: string }
  /** `4XX` and `default` may be among the statuses. */
  error: Body & {
    statuses: readonly string[]
    /** The statuses of which the examples may be. */
    exampleStatuses: readonly string[]
  }
}

/** A body that is sent or received. */
export interface Body {
  mediaType: string
  shape: ObjectShape
  /** The media type, and the schema in it. */
  part: Part
  schema: Part
  /** The examples of the media type. */
  examples: readonly Part[]
  /** The examples of the body as a whole: those of the media type, or else of its schema. */
  wholeExamples: readonly Part[]
  /** The examples of its schema and of all schemas within. */
  schemaExamples: readonly Example[]
}

/** The operation, as far as it can be read: what is missing has been refused. */
export type ReadOperation = Partial<Operation>

/** Reads the operation. Refuses anything that client and mock do not follow. */
export function readOperation(description: Part): ReadOperation {
  if (isObject(description.value) && description.at('swagger').exists)
    description.refuseWhole('is Swagger 2.0: convert it to OpenAPI 3.1')
  description.allow(...DOCUMENT)
  checkVersion(description.at('openapi'))
  const components = description.at('components')
  components.allow(...SECTIONS, 'securitySchemes')
  const paths = description.at('paths')
  paths.refuseExtensions()
  const path = paths.withoutExtensions().only('path')
  const operation = path ? readPath(path, description) : {}
  if (operation.request && operation.success && operation.error) checkUsed(components)
  return operation
}

const DOCUMENT = [
  ...['openapi', 'info', 'servers', 'security', 'tags', 'externalDocs', 'paths', 'components'],
]
const SECTIONS = ['schemas', 'requestBodies', 'responses']
const METHODS = ['post', 'put', 'patch']

function checkVersion(version: Part): void {
  const text = String(version.value)
  if (!version.exists) version.refuse('is missing: it must be 3.1.x or 3.2.x')
  else if (text.startsWith('3.0')) version.refuse(`must be 3.1.x or 3.2.x: ${FROM_3_0}`)
  else if (!/^3\.[12]\.\d+$/.test(text)) version.refuse('must be 3.1.x or 3.2.x')
}

const FROM_3_0 =
  "to convert 3.0, write 3.1.0 here, type: [string, 'null'] for nullable: true, and exclusiveMinimum: 5 for minimum: 5 with exclusiveMinimum: true"

/** Unused components have not been checked. */
function checkUsed(components: Part): void {
  const sections = SECTIONS.map(name => components.at(name)).filter(({ exists }) => exists)
  const all = sections.flatMap(section => section.members())
  const unused = components.problems.findUnused(all.map(({ pointer }) => pointer))
  for (const component of all)
    if (unused.includes(component.pointer)) component.refuseWhole('is not used')
}

function readPath(path: Part, description: Part): ReadOperation {
  checkPath(path)
  path.allow(...METHODS, 'summary', 'description', 'parameters')
  checkParameters(path.at('parameters'))
  const [operation, ...others] = path.members().filter(({ name }) => METHODS.includes(name))
  for (const other of others) other.refuseWhole('a second operation is not supported')
  if (!operation) {
    path.refuse(`must have one of ${METHODS.join(', ')}`)
    return {}
  }
  const bodies = readBodies(operation, description)
  return { method: operation.name.toUpperCase(), path: path.name, ...bodies }
}

function checkPath(path: Part): void {
  // Excludes everything that a URL parser or a server's router might read differently.
  if (!/^(?:\/\.?[\w-][\w.-]*)+\/?$/.test(path.name))
    path.refuse('must be segments such as /plants, of letters, digits, _, - and dots')
  if (path.name.startsWith('/__mock')) path.refuse('is a path of the mock itself')
}

function readBodies(operation: Part, description: Part): ReadOperation {
  operation.allow(...OPERATION)
  checkName(operation.at('operationId'))
  checkParameters(operation.at('parameters'))
  checkSecurity(operation, description)
  const request = readRequest(operation.at('requestBody'))
  const responses = operation.at('responses')
  responses.refuseExtensions()
  return { ...(request && { request }), ...readResponses(responses.withoutExtensions()) }
}

const OPERATION = [
  ...['operationId', 'summary', 'description', 'deprecated', 'tags', 'externalDocs'],
  ...['parameters', 'security', 'requestBody', 'responses'],
]

function checkName(operationId: Part): void {
  if (operationId.exists && operationId.value !== 'addPlant')
    operationId.refuse('must be addPlant, as the client calls it, or left out')
}

/** Some tools write an empty list. */
function checkParameters(parameters: Part): void {
  if (parameters.exists && parameters.list().length > 0)
    parameters.refuseWhole('must be empty: the client sends a body and its headers alone')
}

/** The only authentication is a bearer token. */
function checkSecurity(operation: Part, description: Part): void {
  const own = operation.at('security')
  const security = own.exists ? own : description.at('security')
  const isList = Array.isArray(security.value)
  const [requirement, ...others] = security.list()
  if (isList && !requirement) security.refuse(`means no authentication, but ${BEARER}`)
  for (const other of others) other.refuseWhole('an alternative is not supported')
  const name = requirement?.only('scheme')
  const scheme = description.at('components').at('securitySchemes').only('scheme')
  if (!scheme) return
  checkScheme(scheme)
  if (name && scheme.name !== name.name) name.refuse('is not among the securitySchemes')
}

const BEARER = 'the client sends a bearer token with each request'

/** What else a scheme says, by its type: all of them send the same header. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  http: ['scheme', 'bearerFormat'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
}

function checkScheme(scheme: Part): void {
  const type = scheme.at('type')
  const keywords = SCHEMES[String(type.value)]
  if (!keywords) {
    const types = 'http with the scheme bearer, oauth2 or openIdConnect'
    type.refuse(`must be ${types}: ${BEARER}`)
    return
  }
  scheme.allow('type', 'description', ...keywords)
  if (type.value === 'http' && !/^bearer$/i.test(String(scheme.at('scheme').value)))
    scheme.at('scheme').refuse(`must be bearer: ${BEARER}`)
}

function readRequest(written: Part): Body | undefined {
  const request = written.resolve('requestBodies', 'summary', 'description')
  if (!request) return undefined
  request.allow('description', 'required', 'content')
  if (request.at('required').value !== true) request.at('required').refuse('must be true')
  const content = request.at('content').only('media type')
  return content && readContent(content)
}

type DescribedResponse = Body & { response: Part; status: string }

function readResponses(responses: Part): ReadOperation {
  const written = responses.members()
  const all = written.flatMap(response => readResponse(response) ?? [])
  const [success, ...successes] = all.filter(({ status }) => isSuccess(status))
  const [first, ...others] = all.filter(({ status }) => !isSuccess(status))
  for (const { response } of successes)
    response.refuseWhole(
      'a second success is not supported: the mock answers with one, so describe only that',
    )
  for (const { response, mediaType, shape } of others)
    if (first && (first.mediaType !== mediaType || !isSameShape(first.shape, shape)))
      response.refuseWhole(`must have the content of ${first.status}, or be left out`)
  if (responses.exists && written.every(({ name }) => !isSuccess(name)))
    responses.refuse('must have a success, such as 200')
  if (responses.exists && written.every(({ name }) => isSuccess(name)))
    responses.refuse('must have an error, such as 400')
  return { ...(success && { success }), ...(first && { error: joinErrors(first, others) }) }
}

const isSuccess = (status: string) => status.startsWith('2')

/** Several errors have one shape. Their examples are published, all of them. */
function joinErrors(
  first: DescribedResponse,
  others: readonly DescribedResponse[],
): Operation['error'] {
  const errors = [first, ...others]
  const statuses = errors.map(({ status }) => status)
  const shown = errors.find(({ examples }) => examples.length > 0)
  const further = errors.filter(error => error !== (shown ?? first))
  return {
    ...(shown ?? first),
    statuses,
    exampleStatuses: shown ? [shown.status] : statuses,
    schemaExamples: [
      ...errors.flatMap(({ schemaExamples }) => schemaExamples),
      ...further.flatMap(({ examples, shape }) => examples.map(part => ({ part, shape }))),
    ],
  }
}

function readResponse(written: Part): DescribedResponse | undefined {
  const { name: status } = written
  // 204 and 205 have no body, and 1xx and 3xx are neither success nor error (RFC 9110, section 15).
  if (!/^(?:2(?!04|05)\d\d|[45]\d\d|[45]XX|default)$/.test(status)) {
    written.refuseWhole(
      `must be a status with a body, 200 to 299, 400 to 599, 4XX, 5XX or default: ${bodyOf(status)}`,
    )
    return undefined
  }
  const response = written.resolve('responses', 'summary', 'description')
  if (!response) return undefined
  response.allow('description', 'content')
  const content = response.at('content')
  if (!content.exists) {
    content.refuse(`is missing: ${bodyOf(status)}`)
    return undefined
  }
  const mediaType = content.only('media type')
  const body = mediaType && readContent(mediaType)
  return body && { ...body, response: written, status }
}

const bodyOf = (status: string) =>
  isSuccess(status)
    ? 'the client gives back the plant that the service answers with'
    : 'the client tells people what the body of an error says, so describe it or leave the status out'

function readContent(part: Part): Body | undefined {
  if (!/^application\/(?:json|[a-z\d][a-z\d.!#$&^_-]*\+json)$/.test(part.name))
    part.refuse('must be application/json or application/…+json, without parameters')
  part.allow('schema', 'example', 'examples')
  const schemaExamples: Example[] = []
  const schema = part.at('schema')
  const shape = readSchema(schema, schemaExamples)
  const examples = readExamples(part)
  if (shape.type === 'unreadable') return undefined
  if (shape.type !== 'object' || shape.isNullable) {
    schema.refuse('must be of type: object')
    return undefined
  }
  const wholeExamples = examples.length > 0 ? examples : examplesOf(schema)
  return { mediaType: part.name, shape, part, schema, examples, wholeExamples, schemaExamples }
}

function readExamples(part: Part): Part[] {
  const [example, examples] = [part.at('example'), part.at('examples')]
  const named = (examples.exists ? examples.members() : []).flatMap(each => {
    each.allow('summary', 'description', 'value')
    const value = each.at('value')
    if (!value.exists && !each.at('$ref').exists) value.refuse('is missing')
    return value.exists ? value : []
  })
  return example.exists ? [example, ...named] : named
}

/** Returns whether two shapes are the same, wherever they are described, as far as they can be read. */
export function isSameShape(one: Shape, other: Shape): boolean {
  if (one.type === 'unreadable' || other.type === 'unreadable') return true
  if (one.type !== other.type || one.isNullable !== other.isNullable) return false
  if (one.type === 'object' || other.type === 'object')
    return one.type === 'object' && other.type === 'object' && isSameObject(one, other)
  if (!isDeepStrictEqual(one.rules, other.rules)) return false
  return one.type !== 'array' || other.type !== 'array' || isSameShape(one.items, other.items)
}

function isSameObject(one: ObjectShape, other: ObjectShape): boolean {
  const isSame = (field: Field) => {
    const same = other.fields.find(({ name }) => name === field.name)
    if (!same) return other.isPartial
    return same.isRequired === field.isRequired && isSameShape(field.shape, same.shape)
  }
  return (
    one.isClosed === other.isClosed &&
    one.fields.every(isSame) &&
    (one.isPartial || other.fields.length <= one.fields.length)
  )
}
