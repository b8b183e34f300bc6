import { isDeepStrictEqual } from 'node:util'
import { type Body, readContent } from './content.ts'
import { isExtension, isObject } from './keywords.ts'
import { checkMembers, RESPONSE } from './members.ts'
import { extend } from './pointer.ts'
import type { SchemaReader } from './schema.ts'

/** The answers to the operation: one success, and errors of one shape. */
export interface Responses {
  success: Body & { status: number }
  /** `4XX` and `default` among the statuses. */
  errors: Body & { statuses: readonly string[] }
}

export function readResponses(
  reader: SchemaReader,
  value: unknown,
  at: string,
): Responses | undefined {
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
  for (const { status, pointer } of error ? [error, ...others] : [])
    if (WITHOUT_BODY.includes(status))
      problems.add(status, pointer, 'must be a status whose response has a body')
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

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_BODY = ['204', '205', '304']

const isSame = (one: Body, other: Body) =>
  one.mediaType === other.mediaType && isDeepStrictEqual(one.schema, other.schema)

function readResponse(reader: SchemaReader, value: unknown, at: string): Body | undefined {
  const response = reader.references.object(value, at)
  if (!response) return undefined
  checkMembers(response.value, RESPONSE, response.pointer, reader.problems)
  return readContent(reader, response.value.content, extend(response.pointer, 'content'))
}
