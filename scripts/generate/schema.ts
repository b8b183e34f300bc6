import { isDeepStrictEqual } from 'node:util'
import type { Part } from './part.ts'
import { readAll, readEach } from './refusal.ts'
import type { ExactPlaces } from './runtime/parse-exactly.ts'

/** A schema with its references resolved and its notes left out. */
export type Shape = Scalar | ArrayShape | ObjectShape

export interface Scalar {
  type: 'boolean' | 'string' | 'number' | 'integer' | 'int32' | 'int64'
  rules: Rules
  isNullable: boolean
}

export interface ArrayShape {
  type: 'array'
  items: Shape
  rules: Rules
  isNullable: boolean
}

export interface ObjectShape {
  type: 'object'
  fields: readonly Field[]
  isClosed: boolean
  isNullable: boolean
}

export interface Field {
  name: string
  shape: Shape
  isRequired: boolean
  /** The part that describes it. */
  part: Part
  /** The examples of its schema. */
  examples: readonly Part[]
}

/** Keywords and their values. */
export type Rules = Readonly<Record<string, unknown>>

/** An example of a schema, which must conform to it. */
export interface Example {
  part: Part
  shape: Shape
}

type Reader = (part: Part) => unknown

const size: Reader = part =>
  Number.isSafeInteger(part.value) && Number(part.value) >= 0
    ? part.value
    : part.refuse('must be an integer, 0 or more')

const limit = (part: Part): number | bigint =>
  typeof part.value === 'number' || typeof part.value === 'bigint'
    ? part.value
    : part.refuse('must be a number')

const pattern: Reader = part => {
  try {
    new RegExp(part.text(), 'u')
  } catch (error) {
    if (error instanceof SyntaxError) part.refuse(error.message)
    throw error
  }
  // Older runtimes lack repeated group names and flags within a pattern.
  if (/\(\?(?!:|=|!|<=|<!)/.test(part.text().replaceAll(/\\./g, '')))
    part.refuse('has a kind of group that not every runtime supports')
  return part.value
}

const LIMITS = {
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
}

const RANGES = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
] as const

/** The supported rules, by type. Any other keyword is refused. */
const RULES: Record<string, Readonly<Record<string, Reader>>> = {
  boolean: {},
  string: { minLength: size, maxLength: size, pattern },
  number: LIMITS,
  integer: LIMITS,
  array: { minItems: size, maxItems: size },
  object: {},
}

/** Further keywords by type, each with its own reader. */
const STRUCTURE: Record<string, readonly string[]> = {
  string: ['format', 'enum', 'const'],
  number: ['format'],
  integer: ['format'],
  array: ['items'],
  object: ['properties', 'required', 'additionalProperties', 'allOf'],
}

/** Formats that only document: JSON Schema 2020-12 does not check them either. */
const TEXT_FORMATS = ['date', 'date-time', 'time', 'uuid', 'email', 'uri', 'uri-reference']

const NOTES: readonly string[] = ['title', 'description', 'deprecated', '$comment']
const EXAMPLES = ['default', 'example', 'examples']

/** What may stand next to a `$ref`: what says nothing about values. */
export const BESIDE: readonly string[] = [...NOTES, ...EXAMPLES]

/** Reads a schema and all schemas in it. Adds their examples to the list. */
export function readSchema(
  written: Part,
  examples: Example[],
  within: readonly string[] = [],
): Shape {
  const part = written.resolve('schemas', ...BESIDE)
  if (within.includes(part.pointer)) written.refuse('a schema within itself is not supported')
  const around = [...within, part.pointer]
  const shape = readShape(part, examples, around)
  const places = part === written ? [part] : [written, part]
  const values = places.flatMap(place => [...defaultAt(place), ...examplesAt(place)])
  examples.push(...values.map(each => ({ part: each, shape })))
  return shape
}

const defaultAt = (part: Part) => [part.at('default')].filter(({ exists }) => exists)

function examplesAt(part: Part): Part[] {
  const [example, examples] = [part.at('example'), part.at('examples')]
  return [...(example.exists ? [example] : []), ...(examples.exists ? examples.items() : [])]
}

/** Returns the examples of a schema: next to its `$ref`, then its own. */
export function examplesOf(written: Part): Part[] {
  const part = written.resolve('schemas', ...BESIDE)
  return part === written ? examplesAt(part) : [...examplesAt(written), ...examplesAt(part)]
}

function readShape(part: Part, examples: Example[], within: readonly string[]): Shape {
  const union = ['oneOf', 'anyOf'].map(name => part.at(name)).find(({ exists }) => exists)
  if (union) return readOrNull(part, union, examples, within)
  if (!part.at('allOf').exists) return readType(part, examples, within)
  const only = onlyMember(part.at('allOf'))
  if (!only) return readAllOf(part, examples, within)
  part.allow('allOf', ...NOTES, ...EXAMPLES)
  return readSchema(only, examples, within)
}

/** Reads a schema with null as its only alternative: another way to write `type: [string, 'null']`. */
function readOrNull(
  part: Part,
  union: Part,
  examples: Example[],
  within: readonly string[],
): Shape {
  const isNull = ({ value }: Part) => isDeepStrictEqual(value, { type: 'null' })
  const [written, ...others] = union.items().filter(item => !isNull(item))
  if (!written || others.length > 0 || union.items().length !== 2)
    return union.refuse("must have one schema and { type: 'null' }: no other choice is supported")
  part.allow(union.name, ...NOTES, ...EXAMPLES)
  const shape = readSchema(written, examples, within)
  // Such a null would match both, which oneOf forbids.
  if (shape.isNullable) return written.refuse('must not allow null too')
  return { ...shape, isNullable: true }
}

/** Returns the member of an `allOf` that only adds notes to a schema of another type than object. */
function onlyMember(allOf: Part): Part | undefined {
  const [only, ...others] = allOf.items()
  if (!only || others.length > 0) return undefined
  const type = only.resolve('schemas', ...BESIDE).at('type')
  return type.exists && type.value !== 'object' ? only : undefined
}

function readType(part: Part, examples: Example[], within: readonly string[]): Shape {
  const { type, isNullable } = typeOf(part)
  const readers = RULES[type] ?? {}
  const keywords = ['type', ...Object.keys(readers), ...(STRUCTURE[type] ?? [])]
  const present = Object.entries(readers).filter(([keyword]) => part.at(keyword).exists)
  const { rules, shape } = readAll({
    members: () => part.allow(...keywords, ...NOTES, ...EXAMPLES),
    rules: (): Rules =>
      Object.fromEntries(readEach(present, ([keyword, read]) => [keyword, read(part.at(keyword))])),
    shape: () => readStructure(type, part, isNullable, examples, within),
  })
  readEach(RANGES, ([low, high]) => {
    if (Number(rules[low]) > Number(rules[high])) part.at(low).refuse(`must not be above ${high}`)
  })
  return shape.type === 'object' ? shape : { ...shape, rules: { ...rules, ...shape.rules } }
}

function typeOf(part: Part): { type: string; isNullable: boolean } {
  const type = part.at('type')
  if (!type.exists) type.refuse('is missing')
  const types = Array.isArray(type.value) ? type.texts() : [type.text()]
  const [name = '', ...others] = types.filter(each => each !== 'null')
  if (!Object.hasOwn(RULES, name) || others.length > 0)
    type.refuse(`must be one of ${Object.keys(RULES).join(', ')}, or a list of one and 'null'`)
  return { type: name, isNullable: types.includes('null') }
}

function readStructure(
  type: string,
  part: Part,
  isNullable: boolean,
  examples: Example[],
  within: readonly string[],
): Shape {
  switch (type) {
    case 'object':
      return { type, isNullable, ...readObject(part, examples, within) }
    case 'array': {
      const items = readSchema(part.at('items'), examples, within)
      return { type, items, rules: {}, isNullable }
    }
    case 'integer':
      return { type: readInteger(part), rules: {}, isNullable }
    case 'string':
      return { type, rules: readText(part, isNullable), isNullable }
    case 'number': {
      const format = part.at('format')
      if (format.exists && format.value !== 'double')
        format.refuse('must be double, as the numbers of JavaScript are')
      return { type, rules: {}, isNullable }
    }
    case 'boolean':
      return { type, rules: {}, isNullable }
    default:
      throw new Error(`There is no reader for ${type}`)
  }
}

type IntegerType = 'integer' | 'int32' | 'int64'

/** The range of each format. Without a format, integers have no bound. */
export const INTEGERS: Readonly<
  Record<IntegerType, readonly [min: number | bigint, max: number | bigint]>
> = {
  integer: [-Infinity, Infinity],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
}

function readInteger(part: Part): IntegerType {
  const format = integerFormat(part.at('format'))
  const [min, max] = INTEGERS[format]
  const bounds = Object.keys(LIMITS).map(keyword => part.at(keyword))
  readEach(bounds, bound => {
    const value = bound.exists ? limit(bound) : 0
    if (value < min || value > max)
      bound.refuse(`must be from ${min} to ${max}, or needs a wider format`)
  })
  return format
}

function integerFormat(format: Part): IntegerType {
  if (!format.exists) return 'integer'
  const name = format.text()
  return name === 'int32' || name === 'int64' ? name : format.refuse('must be int32 or int64')
}

function readText(part: Part, isNullable: boolean): Rules {
  return readAll({
    format: () => {
      const format = part.at('format')
      if (format.exists && !TEXT_FORMATS.includes(format.text()))
        format.refuse(`must be one of ${TEXT_FORMATS.join(', ')}`)
    },
    literals: () => readLiterals(part.at('const'), part.at('enum'), isNullable),
  }).literals
}

/** `const` is an `enum` of one. */
function readLiterals(only: Part, list: Part, isNullable: boolean): Rules {
  if (only.exists && (list.exists || isNullable))
    only.refuse('is not supported next to enum, or where type has null')
  if (only.exists) return { literals: [only.text()] }
  if (!list.exists) return {}
  const values = list.items()
  const texts = values.filter(({ value }) => value !== null)
  const nulls = values.length - texts.length
  if (nulls !== Number(isNullable)) list.refuse('must list null if type does, and only then')
  if (texts.length === 0) list.refuse('must list a string')
  const literals = readEach(texts, item => item.text())
  return new Set(literals).size === literals.length
    ? { literals }
    : list.refuse('must not repeat an item')
}

function readObject(
  part: Part,
  examples: Example[],
  within: readonly string[],
): Pick<ObjectShape, 'fields' | 'isClosed'> {
  const { properties, required, isClosed } = readAll({
    properties: () => readProperties(part.at('properties'), examples, within),
    required: () => requiredNames(part.at('required')),
    isClosed: () => readClosed(part.at('additionalProperties')),
  })
  return { fields: withRequired(properties, required, part), isClosed }
}

const readProperties = (
  properties: Part,
  examples: Example[],
  within: readonly string[],
): Field[] =>
  readEach(properties.exists ? properties.members() : [], part => {
    if (INHERITED.includes(part.name)) part.refuse('is not supported as the name of a field')
    const shape = readSchema(part, examples, within)
    return { name: part.name, shape, isRequired: false, part, examples: examplesOf(part) }
  })

/** An inherited property would pass for a field, and `$ref` for a reference. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), '$ref']

const requiredNames = (required: Part): string[] => (required.exists ? required.texts() : [])

function readClosed(additional: Part): boolean {
  if (additional.exists && typeof additional.value !== 'boolean')
    additional.refuse('must be true or false: maps are not supported')
  return additional.value === false
}

/** Marks the fields named in `required`. */
function withRequired(fields: readonly Field[], required: readonly string[], part: Part): Field[] {
  readEach(required, name => {
    if (fields.every(field => field.name !== name))
      part.at('required').refuse(`names "${name}", which is not among the properties`)
  })
  return fields.map(field => ({
    ...field,
    isRequired: field.isRequired || required.includes(field.name),
  }))
}

/** Merges all members into one object. */
function readAllOf(part: Part, examples: Example[], within: readonly string[]): Shape {
  const type = part.at('type')
  const { members, required } = readAll({
    keywords: () => part.allow('allOf', 'type', 'required', ...NOTES, ...EXAMPLES),
    type: () =>
      !type.exists || type.value === 'object' || type.refuse('must be object next to allOf'),
    required: () => requiredNames(part.at('required')),
    members: () =>
      readEach(part.at('allOf').items(), member => readMember(member, examples, within)),
  })
  const fields = members.flat()
  readEach(fields, field => {
    const isRepeated = fields.find(({ name }) => name === field.name) !== field
    if (isRepeated) field.part.refuse('is in two members of allOf')
  })
  return {
    type: 'object',
    fields: withRequired(fields, required, part),
    isClosed: false,
    isNullable: false,
  }
}

function readMember(
  member: Part,
  examples: Example[],
  within: readonly string[],
): readonly Field[] {
  const required = member.at('required')
  if (required.exists && !member.at('type').exists) required.refuse('belongs next to allOf')
  const nested = member.resolve('schemas', ...BESIDE).at('allOf')
  // openapi-typescript does not show which fields of such a member an outer `required` names.
  if (nested.exists) nested.refuse('is not supported within allOf')
  const shape = readSchema(member, examples, within)
  if (shape.type !== 'object' || shape.isNullable)
    return member.refuse('must be of type: object, or the only member of allOf')
  if (shape.isClosed) member.refuse('additionalProperties: false is not supported within allOf')
  return shape.fields
}

/** Finds the integers of a shape that a number may round. */
export function exactPlaces(shape: Shape): ExactPlaces | undefined {
  if (shape.type === 'array') {
    const items = exactPlaces(shape.items)
    return items && [items]
  }
  if (shape.type !== 'object')
    return shape.type === 'int64' || shape.type === 'integer' ? true : undefined
  const places = shape.fields.flatMap(({ name, shape: field }) => {
    const within = exactPlaces(field)
    return within ? [[name, within] as const] : []
  })
  return places.length > 0 ? Object.fromEntries(places) : undefined
}
