import { type Body, readContent } from './content.ts'
import { isExtension, isObject } from './keywords.ts'
import { checkMembers, DOCUMENT, OPERATION, PATH_ITEM, REQUEST_BODY } from './members.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'
import { References } from './references.ts'
import { type Responses, readResponses } from './responses.ts'
import type { SchemaReader } from './schema.ts'
import { checkSecurity } from './security.ts'

/** The one operation of the description, by the role that each part plays. */
export interface Operation extends Responses {
  /** In capital letters. */
  method: string
  path: string
  summary: string | undefined
  request: Body
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

  const found = findOperation(document, references, problems)
  if (!found) return undefined
  const { operation, pointer, method, path } = found
  checkMembers(operation, OPERATION, pointer, problems)
  checkSecurity(document, operation, pointer, references, problems)

  const request = readRequest(reader, operation.requestBody, extend(pointer, 'requestBody'))
  const responses = readResponses(reader, operation.responses, extend(pointer, 'responses'))
  if (!request || !responses) return undefined
  const { summary } = operation
  return {
    method: method.toUpperCase(),
    path,
    summary: typeof summary === 'string' ? summary : undefined,
    request,
    ...responses,
  }
}

interface FoundOperation {
  operation: Record<string, unknown>
  pointer: string
  method: string
  path: string
}

function findOperation(
  document: Readonly<Record<string, unknown>>,
  references: References,
  problems: Problems,
): Found<FoundOperation> {
  const path = only('paths', document.paths, '#/paths', problems)
  const item = path && references.object(path.value, path.pointer)
  if (!item) return undefined
  checkPath(path.name, path.pointer, problems)
  checkMembers(item.value, PATH_ITEM, item.pointer, problems)
  const operations = Object.entries(item.value).filter(([name]) => METHODS.includes(name))
  const method = only('paths', Object.fromEntries(operations), item.pointer, problems)
  const found = method && references.object(method.value, method.pointer)
  if (!found) return undefined
  if (!WITH_BODY.includes(method.name))
    problems.add(
      method.name,
      found.pointer,
      `must be one of ${WITH_BODY.join(', ')}, which take a body`,
    )
  return { operation: found.value, pointer: found.pointer, method: method.name, path: path.name }
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
