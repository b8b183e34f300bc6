import { findInexact, inexactProblem } from './inexact-number.ts'
import { isExtension, isObject, isOfVersion, KEYWORDS, type Nesting } from './keywords.ts'
import { in2020 } from './openapi-3.0.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'
import { lastOf, type References } from './references.ts'

/** A schema of JSON Schema 2020-12 in which every reference has been replaced by what it leads to. */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  readonly [keyword: string]: unknown
}

/** Where a schema object was read, for messages about it. */
export const origins: WeakMap<SchemaObject, string> = new WeakMap()

export const originOf = (schema: Schema | undefined, fallback: string): string =>
  (typeof schema === 'object' ? origins.get(schema) : undefined) ?? fallback

export interface SchemaReader {
  version: '3.0' | '3.1'
  references: References
  problems: Problems
}

/** Reads a schema and everything under it. What is wrong becomes a problem, and reading goes on. */
export function readSchema(
  reader: SchemaReader,
  value: unknown,
  pointer: string,
  within: readonly string[] = [],
): Schema {
  const { problems, version } = reader
  if (typeof value === 'boolean') return value
  if (!isObject(value)) {
    problems.add(lastOf(pointer), pointer, 'must be a schema')
    return true
  }
  if (within.includes(pointer)) {
    problems.add('$ref', pointer, 'a schema that contains itself is not supported')
    return true
  }
  const around = [...within, pointer]
  const { $ref, ...written } = version === '3.0' ? in2020(value, pointer, problems) : value
  const schema = readKeywords(reader, written, pointer, around)
  if ($ref === undefined) return located(schema, pointer)

  const target = reader.references.target($ref, pointer)
  if (!target) return schema
  const referred = readSchema(reader, target.value, target.pointer, around)
  if (Object.keys(schema).length === 0) return referred
  // A reference holds together with what stands beside it (JSON Schema 2020-12, section 8.2.3.1).
  const { allOf = [], ...own } = schema
  return located({ ...own, allOf: [referred, ...(allOf as Schema[])] }, pointer)
}

function readKeywords(
  reader: SchemaReader,
  written: Readonly<Record<string, unknown>>,
  pointer: string,
  within: readonly string[],
): SchemaObject {
  const { problems, version } = reader
  const read = Object.entries(written).flatMap(([keyword, value]): [string, unknown][] => {
    if (isExtension(keyword)) return []
    const at = extend(pointer, keyword)
    const inexact = KEYWORDS[keyword]?.nesting ? undefined : findInexact(value)
    if (inexact && KEYWORDS[keyword]?.annotation) return [] // it is no example that could be used
    const problem = inexact ? inexactProblem(inexact) : keywordProblem(keyword, value, version)
    if (!problem) return [[keyword, readKeyword(reader, keyword, value, at, within)]]
    problems.add(keyword, at, problem)
    return []
  })
  const schema: SchemaObject = Object.fromEntries(read)
  checkFormat(schema, pointer, problems)
  return schema
}

function located(schema: SchemaObject, pointer: string): SchemaObject {
  origins.set(schema, pointer)
  return schema
}

function keywordProblem(keyword: string, value: unknown, version: '3.0' | '3.1') {
  if (keyword === 'nullable' && version === '3.1')
    return "is not a keyword of OpenAPI 3.1: add 'null' to type"
  if (!isOfVersion(keyword, version)) return `is not a keyword that OpenAPI ${version} has here`
  return KEYWORDS[keyword]?.check?.(value)
}

function readKeyword(
  reader: SchemaReader,
  keyword: string,
  value: unknown,
  pointer: string,
  within: readonly string[],
): unknown {
  const nesting = KEYWORDS[keyword]?.nesting
  const read = (part: unknown, name: string) =>
    readSchema(reader, part, extend(pointer, name), within)
  if (nesting === 'schema') return readSchema(reader, value, pointer, within)
  if (nesting === 'list') {
    if (Array.isArray(value) && value.length > 0)
      return value.map((part, index) => read(part, String(index)))
    reader.problems.add(keyword, pointer, 'must be a list of at least one schema')
  }
  if (nesting === 'map') {
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, read(part, name)]),
      )
    reader.problems.add(keyword, pointer, 'must be an object of schemas')
  }
  return nesting ? [] : value
}

/** A format that limits integers must stand beside the type that it limits. */
function checkFormat({ type, format }: SchemaObject, pointer: string, problems: Problems): void {
  if (typeof format !== 'string') return
  const at = extend(pointer, 'format')
  const types = typesOf({ type })
  const isInteger =
    types?.includes('integer') && types.every(one => one === 'integer' || one === 'null')
  const limitsIntegers = /^u?int(?:eger)?\d*$/.test(format)
  if (isInteger && format !== 'int32' && format !== 'int64')
    problems.add('format', at, `${format} is not supported for integers: int32 or int64`)
  else if (!isInteger && limitsIntegers)
    problems.add('format', at, `${format} needs type: integer beside it`)
}

/** The names in `type`; undefined where a schema has none. */
export function typesOf(schema: Schema): readonly string[] | undefined {
  const type = typeof schema === 'object' ? schema.type : undefined
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type : undefined
}

/** A schema with each schema directly under it replaced. */
export function mapSubschemas(
  schema: SchemaObject,
  change: (part: Schema) => Schema,
): SchemaObject {
  const changed = Object.entries(schema).map(([keyword, value]) => {
    const nesting: Nesting | undefined = KEYWORDS[keyword]?.nesting
    if (nesting === 'schema') return [keyword, change(value as Schema)]
    if (nesting === 'list') return [keyword, (value as Schema[]).map(change)]
    if (nesting === 'map')
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value as Record<string, Schema>).map(([name, part]) => [
            name,
            change(part),
          ]),
        ),
      ]
    return [keyword, value]
  })
  return Object.fromEntries(changed)
}
