import { isDeepStrictEqual } from 'node:util'
import type { Part } from './part.ts'
import { readAll, readEach } from './refusal.ts'
import { type Example, examplesOf, type ObjectShape, readSchema, type Shape } from './schema.ts'

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

/** Reads the operation. Refuses anything that client and mock do not follow. */
export function readOperation(description: Part): Operation {
  const { operation } = readAll({
    document: () => description.allow(...DOCUMENT),
    version: () => checkVersion(description.at('openapi')),
    components: () => description.at('components').allow(...SECTIONS, 'securitySchemes'),
    extensions: () => description.at('paths').refuseExtensions(),
    operation: () => {
      const paths = description.at('paths').withoutExtensions()
      return paths.only('path', path => readPath(path, description))
    },
  })
  // Unused components have not been checked.
  const sections = SECTIONS.map(name => description.at('components').at(name))
  const components = sections.filter(({ exists }) => exists).flatMap(section => section.members())
  readEach(components, component => component.isUsed || component.refuse('is not used'))
  return operation
}

const DOCUMENT = [
  ...['openapi', 'info', 'servers', 'security', 'tags', 'externalDocs', 'paths', 'components'],
]
const SECTIONS = ['schemas', 'requestBodies', 'responses']
const METHODS = ['post', 'put', 'patch']

function checkVersion(version: Part): void {
  if (!/^3\.1\.\d+$/.test(String(version.value))) version.refuse('must be 3.1.x')
}

function readPath(path: Part, description: Part): Operation {
  const methods = path.members().filter(({ name }) => METHODS.includes(name))
  const [operation, ...others] = methods
  const { read } = readAll({
    path: () => checkPath(path),
    members: () => path.allow(...METHODS, 'summary', 'description', 'parameters'),
    parameters: () => checkParameters(path.at('parameters')),
    others: () => readEach(others, other => other.refuse('a second operation is not supported')),
    read: () =>
      operation
        ? readBodies(operation, description)
        : path.refuse(`must have one of ${METHODS.join(', ')}`),
  })
  return { method: String(operation?.name).toUpperCase(), path: path.name, ...read }
}

function checkPath(path: Part): void {
  // Excludes everything that a URL parser or a server's router might read differently.
  if (!/^(?:\/[\w-][\w.-]*)+\/?$/.test(path.name))
    path.refuse('must be segments such as /plants, of letters, digits, _, - and dots')
  if (path.name.startsWith('/__mock')) path.refuse('is a path of the mock itself')
}

function readBodies(operation: Part, description: Part): Omit<Operation, 'method' | 'path'> {
  const { request, responses } = readAll({
    members: () => operation.allow(...OPERATION),
    name: () => checkName(operation.at('operationId')),
    parameters: () => checkParameters(operation.at('parameters')),
    security: () => checkSecurity(operation, description),
    request: () => readRequest(operation.at('requestBody')),
    extensions: () => operation.at('responses').refuseExtensions(),
    responses: () => readResponses(operation.at('responses').withoutExtensions()),
  })
  return { request, ...responses }
}

const OPERATION = [
  ...['operationId', 'summary', 'description', 'deprecated', 'tags'],
  ...['parameters', 'security', 'requestBody', 'responses'],
]

function checkName(operationId: Part): void {
  if (operationId.exists && operationId.value !== 'addPlant')
    operationId.refuse('must be addPlant, as the client calls it, or left out')
}

/** Some tools write an empty list. */
function checkParameters(parameters: Part): void {
  if (parameters.exists && parameters.list().length > 0)
    parameters.refuse('must be empty: the client sends a body and its headers alone')
}

/** The only authentication is a bearer token. */
function checkSecurity(operation: Part, description: Part): void {
  const own = operation.at('security')
  const security = own.exists ? own : description.at('security')
  const [requirement, ...others] = security.items()
  readEach(others, other => other.refuse('an alternative is not supported'))
  const name = (requirement ?? security).only('scheme', part => part)
  const scheme = description
    .at('components')
    .at('securitySchemes')
    .only('scheme', part => part)
  scheme.allow('type', 'scheme', 'bearerFormat', 'description')
  if (scheme.name !== name.name) name.refuse('is not among the securitySchemes')
  if (scheme.at('type').value !== 'http') scheme.at('type').refuse('must be http')
  if (!/^bearer$/i.test(String(scheme.at('scheme').value)))
    scheme.at('scheme').refuse('must be bearer')
}

function readRequest(written: Part): Body {
  const request = written.resolve('requestBodies', 'summary', 'description')
  const { content } = readAll({
    members: () => request.allow('description', 'required', 'content'),
    required: () =>
      request.at('required').value === true || request.at('required').refuse('must be true'),
    content: () => request.at('content').only('media type', readContent),
  })
  return content
}

function readResponses(responses: Part): Pick<Operation, 'success' | 'error'> {
  const all = readEach(responses.members(), response => ({
    response,
    status: response.name,
    ...readResponse(response),
  }))
  const [success, ...successes] = all.filter(({ status }) => status.startsWith('2'))
  const [error, ...errors] = all.filter(({ status }) => !status.startsWith('2'))
  readAll({
    successes: () =>
      readEach(successes, ({ response }) =>
        response.refuse(
          'a second success is not supported: the mock answers with one, so describe only that',
        ),
      ),
    errors: () =>
      readEach(errors, other => {
        const isSame = error?.mediaType === other.mediaType && isSameShape(error.shape, other.shape)
        if (!isSame) other.response.refuse(`must have the content of ${error?.status}`)
      }),
  })
  if (!success) return responses.refuse('must have a success, such as 200')
  if (!error) return responses.refuse('must have an error, such as 400')
  const described = [error, ...errors]
  const statuses = described.map(({ status }) => status)
  const shown = described.find(({ examples }) => examples.length > 0)
  return {
    success,
    error: {
      ...(shown ?? error),
      statuses,
      exampleStatuses: shown ? [shown.status] : statuses,
      // Those of the others are published too.
      schemaExamples: described.flatMap(({ examples, schemaExamples, shape }) => [
        ...(shown?.examples === examples ? [] : examples.map(part => ({ part, shape }))),
        ...schemaExamples,
      ]),
    },
  }
}

function readResponse(written: Part): Body {
  // 204 and 205 have no body, and 1xx and 3xx are neither success nor error (RFC 9110, section 15).
  if (!/^(?:2(?!04|05)\d\d|[45]\d\d|[45]XX|default)$/.test(written.name))
    written.refuse(
      `must be a status with a body, 200 to 299, 400 to 599, 4XX, 5XX or default: ${bodyOf(written.name)}`,
    )
  const response = written.resolve('responses', 'summary', 'description')
  if (!response.at('content').exists)
    response.at('content').refuse(`is missing: ${bodyOf(written.name)}`)
  const { content } = readAll({
    members: () => response.allow('description', 'content'),
    description: () => response.at('description').text(),
    content: () => response.at('content').only('media type', readContent),
  })
  return content
}

const bodyOf = (status: string) =>
  status.startsWith('2')
    ? 'the client gives back the plant that the service answers with'
    : 'the client tells people what the body of an error says, so describe it or leave the status out'

function readContent(part: Part): Body {
  if (!/^application\/(?:json|[a-z\d][a-z\d.!#$&^_-]*\+json)$/.test(part.name))
    part.refuse('must be application/json or application/…+json, without parameters')
  const schemaExamples: Example[] = []
  const schema = part.at('schema')
  const { shape, examples } = readAll({
    members: () => part.allow('schema', 'example', 'examples'),
    shape: () => readSchema(schema, schemaExamples),
    examples: () => readExamples(part),
  })
  if (shape.type !== 'object' || shape.isNullable) return schema.refuse('must be of type: object')
  const wholeExamples = examples.length > 0 ? examples : examplesOf(schema)
  return { mediaType: part.name, shape, part, schema, examples, wholeExamples, schemaExamples }
}

function readExamples(part: Part): Part[] {
  const [example, examples] = [part.at('example'), part.at('examples')]
  const named = readEach(examples.exists ? examples.members() : [], each => {
    each.allow('summary', 'description', 'value')
    const value = each.at('value')
    return value.exists ? value : value.refuse('is missing')
  })
  return example.exists ? [example, ...named] : named
}

/** Returns whether two shapes are the same, wherever they are described. */
export const isSameShape = (one: Shape, other: Shape): boolean =>
  isDeepStrictEqual(withoutParts(one), withoutParts(other))

function withoutParts(shape: Shape): object {
  if (shape.type === 'array') return { ...shape, items: withoutParts(shape.items) }
  if (shape.type !== 'object') return shape
  const fields = shape.fields.map(({ part: _, examples: __, ...field }) => ({
    ...field,
    shape: withoutParts(field.shape),
  }))
  return { ...shape, fields: fields.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}
