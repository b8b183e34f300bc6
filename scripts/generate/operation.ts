import { isDeepStrictEqual } from 'node:util'
import { isExtension, isObject } from './keywords.ts'
import {
  checkMembers,
  DOCUMENT,
  MEDIA_TYPE,
  OPERATION,
  PATH_ITEM,
  REQUEST_BODY,
  RESPONSE,
} from './members.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'
import { References } from './references.ts'
import { readSchema, type Schema, type SchemaReader } from './schema.ts'
import { checkSecurity } from './security.ts'

/** A body that travels: as what, and what is valid in it. */
export interface Body {
  mediaType: string
  schema: Schema
  /** Where its schema is. */
  pointer: string
  /** The values of its examples. */
  examples: readonly unknown[]
}

/** The one operation of the description, by the role that each part plays. */
export interface Operation {
  /** In capital letters. */
  method: string
  path: string
  summary: string | undefined
  request: Body
  success: Body & { status: number }
  /** `4XX` and `default` among them. */
  errors: Body & { statuses: readonly string[] }
}

type Found<T> = T | undefined

/** Reads the operation; what the client or the mock could not follow becomes a problem. */
export function readOperation(document: unknown, problems: Problems): Found<Operation> {
  if (!isObject(document)) {
    problems.add('openapi', '#', 'the file must be an object')
    return undefined
  }
  const version = readVersion(document, problems)
  if (!version) return undefined
  checkMembers(document, DOCUMENT, '#', problems)
  const references = new References(document, problems)
  const reader = { version, references, problems }

  const path = only('paths', document.paths, '#/paths', problems)
  if (!path) return undefined
  checkPath(path.name, path.pointer, problems)
  const item = references.object(path.value, path.pointer)
  if (!item) return undefined
  checkMembers(item.value, PATH_ITEM, item.pointer, problems)
  const operations = Object.entries(item.value).filter(([name]) => METHODS.includes(name))
  const method = only('paths', Object.fromEntries(operations), item.pointer, problems)
  const found = method && references.object(method.value, method.pointer)
  if (!method || !found) return undefined
  const { name } = method
  const { value, pointer } = found
  if (!WITH_BODY.includes(name))
    problems.add(name, pointer, `must be one of ${WITH_BODY.join(', ')}, which take a body`)
  checkMembers(value, OPERATION, pointer, problems)
  checkSecurity(document, value, pointer, references, problems)

  const request = readRequest(reader, value.requestBody, extend(pointer, 'requestBody'))
  const answers = readResponses(reader, value.responses, extend(pointer, 'responses'))
  if (!request || !answers) return undefined
  const { summary } = value
  return {
    method: name.toUpperCase(),
    path: path.name,
    summary: typeof summary === 'string' ? summary : undefined,
    request,
    ...answers,
  }
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const WITH_BODY = ['post', 'put', 'patch']

function readVersion(document: Record<string, unknown>, problems: Problems): Found<'3.0' | '3.1'> {
  const [, version] = /^(3\.[01])\.\d+$/.exec(String(document.openapi)) ?? []
  if (version !== '3.0' && version !== '3.1') {
    problems.add('openapi', '#/openapi', 'must be 3.0.x or 3.1.x')
    return undefined
  }
  const { jsonSchemaDialect: dialect = DIALECTS[0] } = document
  if (!DIALECTS.includes(String(dialect)))
    problems.add('jsonSchemaDialect', '#/jsonSchemaDialect', 'must be that of OpenAPI 3.1')
  return version
}

const DIALECTS = [
  'https://spec.openapis.org/oas/3.1/dialect/base',
  'https://json-schema.org/draft/2020-12/schema',
]

interface Entry {
  name: string
  value: unknown
  pointer: string
}

/** The one entry of an object; none and several are a problem. */
function only(keyword: string, value: unknown, pointer: string, problems: Problems): Found<Entry> {
  const entries = Object.entries(isObject(value) ? value : {}).filter(
    ([name]) => !isExtension(name),
  )
  const [entry, ...more] = entries
  if (!entry) {
    problems.add(keyword, pointer, 'must describe one operation')
    return undefined
  }
  for (const [name] of more)
    problems.add(name, extend(pointer, name), 'a second operation is not supported')
  return { name: entry[0], value: entry[1], pointer: extend(pointer, entry[0]) }
}

function checkPath(path: string, pointer: string, problems: Problems): void {
  if (path.includes('{'))
    problems.add(path, pointer, 'parameters are not supported: the path must have no { }')
  else if (!path.startsWith('/') || new URL(path, 'http://host').pathname !== path)
    problems.add(path, pointer, 'must be a path as a URL has it, percent-encoded')
  else if (/^\/(?:__mock|~)/.test(path))
    problems.add(path, pointer, 'is where the mock has its control and its sessions')
}

function readRequest(reader: SchemaReader, value: unknown, at: string): Found<Body> {
  const { problems, references } = reader
  if (value === undefined) {
    problems.add('requestBody', at, 'is missing: the operation must take a body')
    return undefined
  }
  const body = references.object(value, at)
  if (!body) return undefined
  checkMembers(body.value, REQUEST_BODY, body.pointer, problems)
  if (body.value.required !== true)
    problems.add('required', extend(body.pointer, 'required'), 'must be true')
  return readContent(reader, body.value.content, extend(body.pointer, 'content'))
}

function readContent(reader: SchemaReader, content: unknown, at: string): Found<Body> {
  const { problems, references } = reader
  const types = Object.entries(isObject(content) ? content : {})
  const [first, ...more] = types
  if (!first) {
    problems.add('content', at, 'must have a JSON media type')
    return undefined
  }
  for (const [name] of more)
    problems.add(name, extend(at, name), 'a second media type is not supported')
  const [mediaType, described] = first
  const pointer = extend(at, mediaType)
  if (!JSON_TYPE.test(mediaType))
    problems.add(mediaType, pointer, 'must be a JSON media type without parameters')
  const media = references.object(described, pointer)
  if (!media) return undefined
  checkMembers(media.value, MEDIA_TYPE, pointer, problems)
  if (media.value.schema === undefined) {
    problems.add('schema', extend(pointer, 'schema'), 'is missing')
    return undefined
  }
  const schemaAt = extend(pointer, 'schema')
  const schema = readSchema(reader, media.value.schema, schemaAt)
  const examples = readExamples(reader, media.value, pointer)
  return { mediaType: mediaType.toLowerCase(), schema, pointer: schemaAt, examples }
}

/** RFC 6838 for the names, RFC 6839 for the suffix. */
const JSON_TYPE = /^application\/(?:json|[a-z\d][a-z\d.!#$&^_-]*\+json)$/i

function readExamples(
  { references }: SchemaReader,
  { example, examples }: Readonly<Record<string, unknown>>,
  pointer: string,
): unknown[] {
  const named = Object.entries(isObject(examples) ? examples : {}).flatMap(([name, value]) => {
    const found = references.object(value, extend(pointer, 'examples', name))
    return found && 'value' in found.value ? [found.value.value] : []
  })
  return example === undefined ? named : [example, ...named]
}

type Answers = Pick<Operation, 'success' | 'errors'>

function readResponses(reader: SchemaReader, value: unknown, at: string): Found<Answers> {
  const { problems } = reader
  const statuses = Object.entries(isObject(value) ? value : {}).filter(
    ([name]) => !isExtension(name),
  )
  const read = statuses.flatMap(([status, response]) => {
    const pointer = extend(at, status)
    if (!/^(?:[2-5]\d\d|[2-5]XX|default)$/.test(status)) {
      problems.add(status, pointer, 'must be a status from 200 to 599, a range of them or default')
      return []
    }
    const body = readResponse(reader, response, pointer)
    return body ? [{ status, body, pointer }] : []
  })
  const [success, ...more] = read.filter(({ status }) => status.startsWith('2'))
  for (const { status, pointer } of more)
    problems.add(status, pointer, 'a second success is not supported')
  const [error, ...others] = read.filter(({ status }) => !status.startsWith('2'))
  for (const { status, pointer, body } of others)
    if (error && !isSame(body, error.body))
      problems.add(status, pointer, `must have the media type and the schema of ${error.status}`)
  if (!success) problems.add('responses', at, 'must describe one success, such as 200')
  else if (!/^2\d\d$/.test(success.status) || WITHOUT_BODY.includes(success.status))
    problems.add(success.status, success.pointer, 'must be one status whose response has a body')
  if (!error) problems.add('responses', at, 'must describe an error, such as 400')
  if (!success || !error) return undefined
  return {
    success: { ...success.body, status: Number(success.status) },
    errors: { ...error.body, statuses: [error, ...others].map(({ status }) => status) },
  }
}

/** RFC 9110, sections 15.3.5 and 15.3.6. */
const WITHOUT_BODY = ['204', '205']

const isSame = (one: Body, other: Body) =>
  one.mediaType === other.mediaType && isDeepStrictEqual(one.schema, other.schema)

function readResponse(reader: SchemaReader, value: unknown, at: string): Found<Body> {
  const response = reader.references.object(value, at)
  if (!response) return undefined
  checkMembers(response.value, RESPONSE, response.pointer, reader.problems)
  return readContent(reader, response.value.content, extend(response.pointer, 'content'))
}
