import { isDeepStrictEqual } from 'node:util'
import { KEYWORDS } from './keywords.ts'
import { mapSubschemas, origins, type Schema, type SchemaObject } from './schema.ts'

/**
 * The same schema with the members of each `allOf` made one with what stands around it, as far as
 * that changes nothing: one check for each rule, and one object for a reader.
 */
export function flatten(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  const { allOf, ...own } = mapSubschemas(schema, flatten)
  const members = Array.isArray(allOf) ? (allOf as Schema[]) : []
  let whole: Record<string, unknown> = own
  const rest: Schema[] = []
  for (const member of members) {
    if (member === true) continue
    if (member === false || !isMergeable(member) || 'additionalProperties' in whole) {
      rest.push(member)
      continue
    }
    const merged = merge(whole, member)
    whole = merged.whole
    if (Object.keys(merged.left).length > 0) rest.push(merged.left)
  }
  const flat = rest.length > 0 ? { ...whole, allOf: rest } : whole
  const origin = origins.get(schema)
  if (origin) origins.set(flat, origin)
  return flat
}

/** Keywords that mean the same wherever they stand; the others look at their neighbours. */
const INDEPENDENT = new Set([
  ...['type', 'format', 'enum', 'const', 'multipleOf', 'pattern', 'required', 'properties'],
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties'],
  ...['dependentRequired', 'propertyNames', 'not', 'anyOf', 'oneOf'],
])

const isMergeable = (schema: SchemaObject) =>
  Object.keys(schema).every(keyword => INDEPENDENT.has(keyword) || KEYWORDS[keyword]?.annotation)

type Properties = Readonly<Record<string, Schema>>

function merge(
  whole: SchemaObject,
  member: SchemaObject,
): { whole: Record<string, unknown>; left: Record<string, unknown> } {
  const { required, properties, type, format, ...rest } = member
  const merged: Record<string, unknown> = { ...whole }
  const left: Record<string, unknown> = {}
  if (Array.isArray(required)) merged.required = union(whole.required, required)
  if (properties) merged.properties = mergeProperties(whole.properties, properties as Properties)

  // A format belongs to the type beside it.
  const sameType = whole.type === undefined || isDeepStrictEqual(whole.type, type)
  const sameFormat = whole.format === undefined || whole.format === format
  const target =
    type === undefined || (sameType && (sameFormat || format === undefined)) ? merged : left
  if (type !== undefined) target.type = type
  if (format !== undefined) target.format = format

  for (const [keyword, value] of Object.entries(rest)) {
    if (!(keyword in merged)) merged[keyword] = value
    else if (KEYWORDS[keyword]?.annotation || isDeepStrictEqual(merged[keyword], value)) continue
    else left[keyword] = value
  }
  return { whole: merged, left }
}

const union = (one: unknown, other: readonly string[]) => [
  ...new Set([...(Array.isArray(one) ? one : []), ...other]),
]

function mergeProperties(one: unknown, other: Properties): Properties {
  const own = new Map(Object.entries((one ?? {}) as Properties))
  for (const [name, schema] of Object.entries(other)) {
    const present = own.get(name)
    own.set(name, present === undefined ? schema : flatten({ allOf: [present, schema] }))
  }
  return Object.fromEntries(own)
}
