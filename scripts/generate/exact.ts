import { conjuncts } from './fields.ts'
import { isNumeric } from './keywords.ts'
import type { Exact } from './runtime/parse-exactly.ts'
import { toInteger } from './runtime/to-integer.ts'
import { type Schema, type SchemaObject, typesOf } from './schema.ts'

/**
 * Whether the digits of an integer matter that a number may not hold: the type, the bounds and the
 * format say. Of a mere number they matter where a rule looks at them.
 */
export function mayBeUnsafe(schema: SchemaObject): boolean {
  const isInteger = typesOf(schema)?.includes('integer')
  if (!(isInteger || dependsOnDigits(schema)) || schema.format === 'int32') return false
  if (schema.format === 'int64') return true
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema
  const isSafe = (one: unknown, other: unknown) =>
    [one, other].some(bound => isNumeric(bound) && Number.isSafeInteger(Number(bound)))
  return !(isSafe(minimum, exclusiveMinimum) && isSafe(maximum, exclusiveMaximum))
}

/** Whether a number that was rounded could pass a rule, or break it, that the exact one does not. */
function dependsOnDigits(schema: SchemaObject): boolean {
  const types = typesOf(schema)
  if (types && !types.includes('number')) return false
  const { multipleOf, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema
  return (
    multipleOf !== undefined ||
    [exclusiveMinimum, exclusiveMaximum].some(bound => typeof bound === 'bigint') ||
    [minimum, maximum].some(bound => typeof bound === 'bigint' && !isDouble(bound))
  )
}

/** Rounding takes no number past a bound that is itself one that a double stands for. */
const isDouble = (bound: bigint) => toInteger(String(Number(bound))) === bound

/** Where values of a schema have integers that a number may not hold; undefined where nowhere. */
export function exactPlaces(schema: Schema): Exact | undefined {
  if (typeof schema === 'boolean') return undefined
  const own: Exact[] = conjuncts(schema).some(mayBeUnsafe) ? [{ exact: true }] : []
  const within = conjuncts(schema).flatMap(part => [
    ...under(part, 'properties', named => ({ named })),
    ...under(part, 'prefixItems', named => ({ named })),
    ...OTHERS.flatMap(keyword => one(part, keyword)).map(others => ({ others })),
    ...Object.values((part.patternProperties as Record<string, Schema>) ?? {})
      .flatMap(found)
      .map(others => ({ others })),
    ...['anyOf', 'oneOf'].flatMap(keyword => ((part[keyword] as Schema[]) ?? []).flatMap(found)),
    ...['not', 'if', 'then', 'else'].flatMap(keyword => one(part, keyword)),
    ...Object.values((part.dependentSchemas as Record<string, Schema>) ?? {}).flatMap(found),
    ...(part.uniqueItems === true ? EVERY_ITEM : []),
  ])
  const listed = conjuncts(schema).flatMap(({ const: only, enum: some = [] }) =>
    [only, ...(some as unknown[])].flatMap(placesIn),
  )
  return [...own, ...listed, ...within].reduce<Exact | undefined>(merge, undefined)
}

/** Items are told apart by all of their digits. */
const EVERY_ITEM: Exact[] = [{ others: { exact: true, deep: true } }]

/** Where a value of an enum has integers that a number does not hold. */
function placesIn(value: unknown): Exact[] {
  if (typeof value === 'bigint') return [{ exact: true }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    placesIn(part).map(places => ({ named: { [name]: places } })),
  )
}

const OTHERS = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
]

const found = (schema: Schema): Exact[] => {
  const places = exactPlaces(schema)
  return places ? [places] : []
}

const one = (schema: SchemaObject, keyword: string): Exact[] =>
  schema[keyword] === undefined ? [] : found(schema[keyword] as Schema)

function under(
  schema: SchemaObject,
  keyword: string,
  made: (named: { [name: string]: Exact }) => Exact,
): Exact[] {
  const places = Object.entries((schema[keyword] as Record<string, Schema>) ?? {}).flatMap(
    ([name, part]) => found(part).map((places): [string, Exact] => [name, places]),
  )
  return places.length > 0 ? [made(Object.fromEntries(places))] : []
}

function merge(one: Exact | undefined, other: Exact): Exact {
  if (!one) return other
  const names = new Set([...Object.keys(one.named ?? {}), ...Object.keys(other.named ?? {})])
  const named = [...names].map((name): [string, Exact] => {
    const places = [one.named, other.named].flatMap(all =>
      all && Object.hasOwn(all, name) ? [all[name] as Exact] : [],
    )
    return [name, places.reduce<Exact | undefined>(merge, undefined) ?? {}]
  })
  const others =
    one.others && other.others ? merge(one.others, other.others) : (one.others ?? other.others)
  return {
    ...((one.exact || other.exact) && { exact: true }),
    ...((one.deep || other.deep) && { deep: true }),
    ...(named.length > 0 && { named: Object.fromEntries(named) }),
    ...(others && { others }),
  }
}
