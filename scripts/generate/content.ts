import { findInexact, inexactProblem } from './inexact-number.ts'
import { isObject } from './keywords.ts'
import { checkMembers, MEDIA_TYPE } from './members.ts'
import { extend } from './pointer.ts'
import { readSchema, type Schema, type SchemaReader } from './schema.ts'

/** A body that travels: as what, and what is valid in it. */
export interface Body {
  mediaType: string
  schema: Schema
  /** Where its schema is. */
  pointer: string
  /** The values of its examples. */
  examples: readonly unknown[]
  /** Whether nothing is wrong with the schema itself, so that more can be asked of it. */
  isSound: boolean
}

/** Reads what a request or a response has under `content`: JSON, and nothing else. */
export function readContent(reader: SchemaReader, content: unknown, at: string): Body | undefined {
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
  const before = problems.count
  const schema = readSchema(reader, media.value.schema, schemaAt)
  const isSound = problems.count === before
  const examples = readExamples(reader, media.value, pointer)
  return { mediaType: mediaType.toLowerCase(), schema, pointer: schemaAt, examples, isSound }
}

/** RFC 6838 for the names, RFC 6839 for the suffix. */
const JSON_TYPE = /^application\/(?:json|[a-z\d][a-z\d.!#$&^_-]*\+json)$/i

function readExamples(
  { references, problems }: SchemaReader,
  { example, examples }: Readonly<Record<string, unknown>>,
  pointer: string,
): unknown[] {
  const named = Object.entries(isObject(examples) ? examples : {}).flatMap(([name, value]) => {
    const found = references.object(value, extend(pointer, 'examples', name))
    return found && 'value' in found.value ? [found.value.value] : []
  })
  const all = example === undefined ? named : [example, ...named]
  const inexact = findInexact(all)
  if (inexact) problems.add('example', pointer, inexactProblem(inexact))
  return all
}
