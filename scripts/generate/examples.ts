import fc from 'fast-check'
import { validator } from './check.ts'
import { conjuncts, type Field, fieldsOf, isObjectSchema } from './fields.ts'
import { flatten } from './flatten.ts'
import { isNumeric, isObject } from './keywords.ts'
import type { Operation } from './operation.ts'
import type { Problems } from './problems.ts'
import { originOf, type Schema, type SchemaObject, typesOf } from './schema.ts'

/** Which optional fields a request that is made up has. */
type Extent = 'required' | 'all'

/**
 * A valid request for hints and for `verify`: the description's own example if it is valid, otherwise
 * one that is made up from the schema. None is a problem, since the mock could show nothing.
 */
export function requestExample(operation: Operation, problems: Problems): unknown {
  const { request } = operation
  const isValid = (value: unknown) => check(value).length === 0
  const check = validator(request.schema)
  const schema = flatten(request.schema)
  const made = (['required', 'all'] as const).flatMap(extent => objects(schema, extent))
  const names = fieldsOf(schema).map(({ name }) => name)
  const given = request.examples.filter(isObject).map(example => declared(example, names))
  for (const example of [...given, ...made]) if (isValid(example)) return example

  const [tried] = made
  const why = tried
    ? `Tried: ${check(tried)
        .map(({ keyword, place, message }) => `${place} ${message} (${keyword})`)
        .join(', ')}`
    : `There is no value for ${fieldsWithoutValue(schema).join(', ')}`
  problems.add(
    'example',
    originOf(schema, request.pointer),
    `no valid request was found; give one as the media type's example. ${why}`,
  )
  return undefined
}

/** Without what an example has beyond the fields of the contract. */
const declared = (example: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(name)))

function objects(schema: Schema, extent: Extent): object[] {
  const fields = fieldsOf(schema).filter(({ required }) => required || extent === 'all')
  const found = fields.map((field): [string, unknown[]] => [field.name, fieldValues(field, extent)])
  return found.every(([, values]) => values.length > 0)
    ? [Object.fromEntries(found.map(([name, [value]]) => [name, value]))]
    : []
}

const fieldsWithoutValue = (schema: Schema): string[] =>
  fieldsOf(schema)
    .filter(field => field.required && fieldValues(field, 'required').length === 0)
    .map(({ name }) => name)

/** The values that are valid for a field, the best ones first. */
function fieldValues({ name, schema }: Field, extent: Extent): unknown[] {
  const check = validator(schema)
  return candidates(schema, extent, name).filter(value => check(value).length === 0)
}

function candidates(schema: Schema, extent: Extent, name: string): unknown[] {
  if (typeof schema === 'boolean') return ['Monstera']
  const parts = conjuncts(schema)
  const listed = (keyword: string) =>
    parts.flatMap(part => (Array.isArray(part[keyword]) ? part[keyword] : []))
  const single = (keyword: string) =>
    parts.flatMap(part => (keyword in part ? [part[keyword]] : []))
  const branches = [...listed('anyOf'), ...listed('oneOf'), ...single('then')] as Schema[]
  return [
    ...single('example'),
    ...listed('examples'),
    ...single('default'),
    ...single('const'),
    ...listed('enum'),
    ...branches.flatMap(branch => candidates(branch, extent, name)),
    ...typesFor(parts).flatMap(type => ofType(type, schema, extent, name)),
  ]
}

const typesFor = (parts: readonly SchemaObject[]): readonly string[] =>
  parts.map(typesOf).find(types => types !== undefined) ?? ['string', 'integer', 'object']

function ofType(type: string, schema: Schema, extent: Extent, name: string): unknown[] {
  const parts = conjuncts(schema)
  switch (type) {
    case 'string':
      return texts(parts, name)
    case 'integer':
    case 'number':
      return numbers(parts)
    case 'boolean':
      return [true, false]
    case 'array':
      return arrays(parts, extent, name)
    case 'object':
      return isObjectSchema(schema) ? objects(schema, extent) : [{}]
    default:
      return [null]
  }
}

function texts(parts: readonly SchemaObject[], name: string): string[] {
  const lengths = parts.flatMap(({ minLength, maxLength }) => [minLength, maxLength]).map(Number)
  const patterns = parts.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
  return [
    ...(name === 'tag' ? ['tropical'] : ['Monstera']),
    ...['Hoya', 'a', ''],
    ...lengths.filter(length => length < 10_000).map(length => 'a'.repeat(length)),
    ...patterns.flatMap(matching),
    ...['2026-01-01', '2026-01-01T00:00:00Z', 'https://plants.example.com/1'],
  ]
}

/** The seed makes the same text every time. */
function matching(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 100 })
  } catch {
    return [] // such as a look-behind, for which it makes nothing up
  }
}

const BOUNDS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf']

function numbers(parts: readonly SchemaObject[]): (number | bigint)[] {
  const bounds = parts.flatMap(part => BOUNDS.map(keyword => part[keyword])).filter(isNumeric)
  const steps = parts.map(({ multipleOf }) => multipleOf).filter(isNumeric)
  const near = bounds.flatMap(bound => {
    if (typeof bound === 'number' && !Number.isInteger(bound))
      return [bound, bound + 0.5, bound - 0.5]
    const exact = BigInt(bound)
    const up = steps.flatMap(step =>
      typeof step === 'bigint' || Number.isInteger(step)
        ? [(exact / BigInt(step) + 1n) * BigInt(step), (exact / BigInt(step)) * BigInt(step)]
        : [],
    )
    return [exact, exact + 1n, exact - 1n, ...up].map(narrowed)
  })
  return [1, ...near, 0, -1, 0.5]
}

const narrowed = (integer: bigint) =>
  Number.isSafeInteger(Number(integer)) ? Number(integer) : integer

function arrays(parts: readonly SchemaObject[], extent: Extent, name: string): unknown[][] {
  const lists = parts.map(({ prefixItems, items = true, contains, minItems = 0 }) => {
    const first = (Array.isArray(prefixItems) ? prefixItems : []) as Schema[]
    const wanted = contains === undefined ? [] : [contains as Schema]
    const filler = Array<Schema>(Math.min(Number(minItems), 1_000)).fill(items as Schema)
    const schemas = [...first, ...wanted, ...filler].slice(
      0,
      Math.max(Number(minItems), first.length + wanted.length),
    )
    return schemas.map((schema, index) => {
      const values = fieldValues({ name, schema, required: true }, extent)
      return values[index % Math.max(values.length, 1)]
    })
  })
  return [[], ...lists]
}
