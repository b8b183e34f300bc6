import { isExtension, isObject } from './keywords.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'

/** What an object of OpenAPI may have: names, and why some others are refused. */
export interface Members {
  legal: readonly string[]
  refused?: Readonly<Record<string, string>>
}

const DOCUMENTATION = ['summary', 'description', 'externalDocs', 'tags']

export const DOCUMENT: Members = {
  legal: [
    ...['openapi', 'info', 'servers', 'paths', 'components', 'security', 'jsonSchemaDialect'],
    ...['tags', 'externalDocs'],
  ],
  refused: { webhooks: 'are not supported: the client has one operation' },
}

export const OPERATION: Members = {
  legal: [...DOCUMENTATION, 'operationId', 'requestBody', 'responses', 'deprecated', 'security'],
  refused: {
    parameters: 'are not supported: the client sends a body and nothing else',
    callbacks: 'are not supported',
    servers: 'must stand at the top of the file',
  },
}

export const PATH_ITEM: Members = {
  legal: [
    ...['summary', 'description'],
    ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'],
  ],
  refused: {
    parameters: OPERATION.refused?.parameters ?? '',
    servers: OPERATION.refused?.servers ?? '',
  },
}

export const REQUEST_BODY: Members = { legal: ['description', 'content', 'required'] }

export const RESPONSE: Members = {
  legal: ['description', 'summary', 'content'],
  refused: {
    headers: 'are not supported: neither the client nor the mock would heed them',
    links: 'are not supported',
  },
}

export const MEDIA_TYPE: Members = {
  legal: ['schema', 'example', 'examples'],
  refused: { encoding: 'is not supported: bodies are JSON' },
}

/** Refuses what an object of the description must not have. An empty list or object says nothing. */
export function checkMembers(
  value: Readonly<Record<string, unknown>>,
  { legal, refused = {} }: Members,
  pointer: string,
  problems: Problems,
): void {
  for (const [name, part] of Object.entries(value)) {
    if (legal.includes(name) || isExtension(name)) continue
    const isRefused = Object.hasOwn(refused, name)
    if (isRefused && isEmpty(part)) continue
    problems.add(name, extend(pointer, name), (isRefused && refused[name]) || 'is unknown here')
  }
}

const isEmpty = (value: unknown) =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
