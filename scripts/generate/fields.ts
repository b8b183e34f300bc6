import { flatten } from './flatten.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'
import { originOf, type Schema, type SchemaObject, typesOf } from './schema.ts'

/** A named part of an object, whichever members of an `allOf` say something of it. */
export interface Field {
  name: string
  schema: Schema
  required: boolean
}

/** The fields of a flattened object schema, in the order in which the description has them. */
export function fieldsOf(schema: Schema): Field[] {
  const parts = conjuncts(schema)
  const schemas = new Map<string, Schema>()
  const required = new Set(parts.flatMap(part => (part.required as string[]) ?? []))
  for (const { properties = {} } of parts)
    for (const [name, field] of Object.entries(properties as Record<string, Schema>)) {
      const present = schemas.get(name)
      schemas.set(name, present === undefined ? field : flatten({ allOf: [present, field] }))
    }
  for (const name of required) if (!schemas.has(name)) schemas.set(name, true)
  return [...schemas].map(([name, field]) => ({
    name,
    schema: field,
    required: required.has(name),
  }))
}

/** A schema and the members of its `allOf`, which all hold at once. */
export function conjuncts(schema: Schema): SchemaObject[] {
  if (typeof schema === 'boolean') return []
  return [schema, ...((schema.allOf as Schema[]) ?? []).flatMap(conjuncts)]
}

export const isObjectSchema = (schema: Schema): boolean =>
  conjuncts(schema).some(part => typesOf(part)?.join() === 'object')

/** Types, `pick` functions and the console need an object whose fields are listed in one place. */
export function checkFields(
  role: string,
  schema: Schema,
  pointer: string,
  problems: Problems,
): boolean {
  if (!isObjectSchema(schema)) {
    problems.add('type', originOf(schema, pointer), `the ${role} must be of type: object`)
    return false
  }
  const declared = new Set(fieldsOf(schema).map(({ name }) => name))
  const branches = conjuncts(schema).flatMap(branchesBelow)
  const hidden = branches.flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Schema>).filter(([name]) => !declared.has(name)),
  )
  for (const [name, field] of hidden)
    problems.add(
      name,
      originOf(field, pointer),
      `the ${role} has it in some cases only: list it in properties as well`,
    )
  return hidden.length === 0
}

const BRANCHES = ['anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']

/** The schemas that hold in some cases. */
function branchesOf(schema: SchemaObject): SchemaObject[] {
  return BRANCHES.flatMap(keyword => {
    const value = schema[keyword]
    if (typeof value !== 'object' || value === null) return []
    const isOne = !Array.isArray(value) && keyword !== 'dependentSchemas'
    const schemas: Schema[] = isOne ? [value as SchemaObject] : Object.values(value)
    return schemas.filter(part => typeof part === 'object')
  })
}

const branchesBelow = (schema: SchemaObject): SchemaObject[] =>
  branchesOf(schema).flatMap(branch =>
    conjuncts(branch).flatMap(part => [part, ...branchesBelow(part)]),
  )

/** Where a field is described. */
export const fieldPointer = ({ name, schema }: Field, pointer: string): string =>
  originOf(schema, extend(pointer, 'properties', name))
