import { isDeepStrictEqual } from 'node:util'
import { isObject, type Part } from './part.ts'
import type { ExactPlaces } from './runtime/parse-exactly.ts'

/** A schema with its references resolved and its notes left out. */
export type Shape = Scalar | ArrayShape | ObjectShape

export interface Scalar {
  /** A schema that is refused is unreadable: nothing more is said about it. */
  type: 'boolean' | 'string' | 'number' | 'integer' | 'int32' | 'int64' | 'unreadable'
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
  /** Whether some fields could not be read. */
  isPartial: boolean
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

/** Reads the value of a keyword. Refuses it and returns undefined if it cannot be followed. */
type Reader = (part: Part) => unknown

const size: Reader = part =>
  Number.isSafeInteger(part.value) && Number(part.value) >= 0
    ? part.value
    : part.refuse('must be an integer, 0 or more')

function limit(part: Part): number | bigint | undefined {
  if (typeof part.value === 'number' || typeof part.value === 'bigint') return part.value
  const hint = typeof part.value === 'boolean' ? ': OpenAPI 3.1 writes the limit itself' : ''
  part.refuse(`must be a number${hint}`)
  return undefined
}

function pattern(part: Part): string | undefined {
  const text = part.text()
  if (text === undefined) return undefined
  try {
    new RegExp(text, 'u')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    part.refuse(error.message)
    return undefined
  }
  // Older runtimes lack repeated group names and flags within a pattern.
  if (/\(\?(?!:|=|!|<=|<!)/.test(text.replaceAll(/\\./g, '')))
    part.refuse('has a kind of group that not every runtime supports')
  else return text
  return undefined
}

const LIMITS = {
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
}

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
const TEXT_FORMATS = [
  ...['date', 'date-time', 'time', 'duration', 'uuid', 'email', 'idn-email'],
  ...['hostname', 'idn-hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference', 'uri-template'],
  ...['iri', 'iri-reference', 'json-pointer', 'relative-json-pointer', 'regex'],
  ...['password', 'byte', 'binary', 'decimal', 'int64', 'uint64'],
]
const NUMBER_FORMATS = ['double', 'float', 'decimal']

const NOTES: readonly string[] = [
  ...['title', 'description', 'deprecated', '$comment', 'externalDocs'],
]
const EXAMPLES = ['default', 'example', 'examples']

/** What may stand next to a `$ref`: what says nothing about values. */
export const BESIDE: readonly string[] = [...NOTES, ...EXAMPLES]

const UNREADABLE: Scalar = { type: 'unreadable', rules: {}, isNullable: false }

/** Reads a schema and all schemas in it. Adds their examples to the list. */
export function readSchema(
  written: Part,
  examples: Example[],
  within: readonly string[] = [],
): Shape {
  const part = written.resolve('schemas', ...BESIDE)
  if (!part) return UNREADABLE
  if (within.includes(part.pointer)) {
    written.refuse('a schema within itself is not supported')
    return UNREADABLE
  }
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
  if (!part) return []
  return part === written ? examplesAt(part) : [...examplesAt(written), ...examplesAt(part)]
}

function readShape(part: Part, examples: Example[], within: readonly string[]): Shape {
  const union = ['oneOf', 'anyOf'].map(name => part.at(name)).find(({ exists }) => exists)
  if (union) return readOrNull(part, union, examples, within)
  if (!part.at('allOf').exists) return readType(part, examples, within)
  const [only, ...others] = part.at('allOf').items()
  const isAlone = others.length === 0 && !part.at('required').exists
  if (!only || !isAlone || isRequiredAlone(only.value)) return readAllOf(part, examples, within)
  // It adds notes to another schema.
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
  const items = union.items()
  const [written, ...others] = items.filter(item => !isNull(item))
  if (!written || others.length > 0 || items.length !== 2) {
    if (items.length > 0)
      union.refuseWhole("must have one schema and { type: 'null' }: no other choice is supported")
    return UNREADABLE
  }
  part.allow(union.name, ...NOTES, ...EXAMPLES)
  const shape = readSchema(written, examples, within)
  // Such a null would match both, which oneOf forbids.
  if (shape.isNullable) written.refuse('must not allow null too')
  return { ...shape, isNullable: true }
}

function readType(part: Part, examples: Example[], within: readonly string[]): Shape {
  const typed = typeOf(part)
  if (!typed) return UNREADABLE
  const { type, isNullable } = typed
  const readers = RULES[type] ?? {}
  part.allow('type', ...Object.keys(readers), ...(STRUCTURE[type] ?? []), ...NOTES, ...EXAMPLES)
  const rules: Rules = Object.fromEntries(
    Object.entries(readers)
      .map(([keyword, read]) => [keyword, part.at(keyword), read] as const)
      .filter(([, rule]) => rule.exists)
      .map(([keyword, rule, read]) => [keyword, read(rule)])
      .filter(([, value]) => value !== undefined),
  )
  const shape = readStructure(type, part, isNullable, examples, within)
  if (shape.type === 'object') return shape
  const whole = { ...shape, rules: { ...rules, ...shape.rules } }
  checkPossible(part, whole)
  return whole
}

function typeOf(part: Part): { type: string; isNullable: boolean } | undefined {
  const type = part.at('type')
  const types = Array.isArray(type.value) ? type.texts() : [type.text() ?? []].flat()
  const [name = '', ...others] = types.filter(each => each !== 'null')
  if (Object.hasOwn(RULES, name) && others.length === 0)
    return { type: name, isNullable: types.includes('null') }
  if (types.length > 0 || Array.isArray(type.value))
    type.refuse(`must be one of ${Object.keys(RULES).join(', ')}, or a list of one and 'null'`)
  return undefined
}

/** Refuses rules that leave no value. */
function checkPossible(part: Part, { type, rules }: Scalar | ArrayShape): void {
  const isInteger = type === 'integer' || type === 'int32' || type === 'int64'
  const isEmpty = (low: Limit, high: Limit) => {
    if (isInteger) return lowestInteger(low) > highestInteger(high)
    return low.value > high.value || (low.value === high.value && (low.isOpen || high.isOpen))
  }
  for (const low of limitsOf(rules, ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']))
    for (const high of limitsOf(rules, ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']))
      if (isEmpty(low, high)) part.at(low.keyword).refuse(`leaves no value below ${high.keyword}`)
  const { literals, minLength = 0, maxLength = Infinity, pattern: source = '' } = rules
  const isAllowed = (text: string) =>
    [...text].length >= Number(minLength) &&
    [...text].length <= Number(maxLength) &&
    new RegExp(String(source), 'u').test(text)
  if (Array.isArray(literals) && !literals.some(isAllowed))
    part
      .at(part.at('enum').exists ? 'enum' : 'const')
      .refuse('has no value that the other rules allow')
}

interface Limit {
  keyword: string
  value: number | bigint
  /** Whether the limit itself is left out. */
  isOpen: boolean
}

const limitsOf = (rules: Rules, keywords: readonly string[]): Limit[] =>
  keywords.flatMap(keyword => {
    const value = rules[keyword]
    const isLimit = typeof value === 'number' || typeof value === 'bigint'
    return isLimit ? { keyword, value, isOpen: keyword.startsWith('exclusive') } : []
  })

function lowestInteger({ value, isOpen }: Limit): bigint {
  if (typeof value === 'number' && !Number.isInteger(value)) return BigInt(Math.ceil(value))
  return BigInt(value) + (isOpen ? 1n : 0n)
}

function highestInteger({ value, isOpen }: Limit): bigint {
  if (typeof value === 'number' && !Number.isInteger(value)) return BigInt(Math.floor(value))
  return BigInt(value) - (isOpen ? 1n : 0n)
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
      const hasNone = !part.at('items').exists && part.at('prefixItems').exists
      const items = hasNone ? UNREADABLE : readSchema(part.at('items'), examples, within)
      return { type, items, rules: {}, isNullable }
    }
    case 'integer':
      return { type: readInteger(part), rules: {}, isNullable }
    case 'string':
      checkFormat(part.at('format'), TEXT_FORMATS)
      return {
        type,
        rules: readLiterals(part.at('const'), part.at('enum'), isNullable),
        isNullable,
      }
    case 'number':
      checkFormat(part.at('format'), NUMBER_FORMATS)
      return { type, rules: {}, isNullable }
    case 'boolean':
      return { type, rules: {}, isNullable }
    default:
      throw new Error(`There is no reader for ${type}`)
  }
}

function checkFormat(format: Part, known: readonly string[]): void {
  const name = format.exists ? format.text() : undefined
  if (name !== undefined && !known.includes(name))
    format.refuse(`must be one of ${known.join(', ')}`)
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
  for (const bound of Object.keys(LIMITS).map(keyword => part.at(keyword))) {
    const { value } = bound
    const isLimit = typeof value === 'number' || typeof value === 'bigint'
    if (isLimit && (value < min || value > max))
      bound.refuse(`must be from ${min} to ${max}, or needs a wider format`)
  }
  return format
}

function integerFormat(format: Part): IntegerType {
  const name = format.exists ? format.text() : undefined
  if (name === 'int32' || name === 'int64') return name
  if (name !== undefined)
    format.refuse('must be int32 or int64, or left out: minimum and maximum set other bounds')
  return 'integer'
}

/** `const` is an `enum` of one. */
function readLiterals(only: Part, list: Part, isNullable: boolean): Rules {
  if (only.exists) {
    if (list.exists || isNullable)
      only.refuse('is not supported next to enum, or where type has null')
    const text = only.text()
    return text === undefined ? {} : { literals: [text] }
  }
  const values = list.exists ? list.items() : []
  const texts = values.filter(({ value }) => value !== null)
  if (values.length === 0) return {}
  const literals = texts.flatMap(item => item.text() ?? [])
  if (texts.length === 0) list.refuse('must list a string')
  else if (values.length - texts.length !== Number(isNullable))
    list.refuse('must list null if type does, and only then')
  else if (new Set(literals).size < literals.length) list.refuse('must not repeat an item')
  else if (literals.length === texts.length) return { literals }
  return {}
}

function readObject(
  part: Part,
  examples: Example[],
  within: readonly string[],
): Pick<ObjectShape, 'fields' | 'isPartial' | 'isClosed'> {
  const properties = part.at('properties')
  const fields = readProperties(properties, examples, within)
  const isPartial = properties.exists && !isObject(properties.value)
  const required = requiredNames(part.at('required'))
  if (!isPartial) checkNames(part.at('required'), required, fields)
  const isClosed = readClosed(part.at('additionalProperties'))
  return { fields: withRequired(fields, required), isPartial, isClosed }
}

function readProperties(properties: Part, examples: Example[], within: readonly string[]): Field[] {
  const parts = properties.exists ? properties.members() : []
  return parts.map(part => {
    const isInherited = INHERITED.includes(part.name)
    if (isInherited) part.refuseWhole('is not supported as the name of a field')
    const shape = isInherited ? UNREADABLE : readSchema(part, examples, within)
    return { name: part.name, shape, isRequired: false, part, examples: examplesOf(part) }
  })
}

/** An inherited property would pass for a field, and `$ref` for a reference. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), '$ref']

const requiredNames = (required: Part): string[] => (required.exists ? required.texts() : [])

function readClosed(additional: Part): boolean {
  if (additional.exists && typeof additional.value !== 'boolean')
    additional.refuseWhole('must be true or false: maps are not supported')
  return additional.value === false
}

function checkNames(required: Part, names: readonly string[], fields: readonly Field[]): void {
  for (const name of names)
    if (fields.every(field => field.name !== name))
      required.refuse(
        `names "${name}", which is not among the properties: describe it there, or name it next to allOf if another member has it`,
      )
}

/** Marks the fields named in `required`. */
const withRequired = (fields: readonly Field[], required: readonly string[]): Field[] =>
  fields.map(field => ({
    ...field,
    isRequired: field.isRequired || required.includes(field.name),
  }))

/** Merges all members into one object. */
function readAllOf(part: Part, examples: Example[], within: readonly string[]): Shape {
  part.allow('allOf', 'type', 'required', ...NOTES, ...EXAMPLES)
  const type = part.at('type')
  if (type.exists && type.value !== 'object') type.refuse('must be object next to allOf')
  const members = part
    .at('allOf')
    .items()
    .map(each => readMember(each, examples, within))
  const fields = members.flatMap(member => member.fields)
  const isPartial = members.some(member => member.isPartial)
  for (const field of fields)
    if (fields.find(({ name }) => name === field.name) !== field)
      field.part.refuse('is in two members of allOf')
  const lists = [part.at('required'), ...members.flatMap(member => member.required ?? [])]
  const required = lists.flatMap(list => {
    const names = requiredNames(list)
    if (!isPartial) checkNames(list, names, fields)
    return names
  })
  return {
    type: 'object',
    fields: withRequired(fields, required),
    isPartial,
    isClosed: false,
    isNullable: false,
  }
}

interface Member {
  fields: readonly Field[]
  isPartial: boolean
  /** Names fields of other members. */
  required?: Part
}

function readMember(member: Part, examples: Example[], within: readonly string[]): Member {
  const unread = { fields: [], isPartial: true }
  const part = member.resolve('schemas', ...BESIDE)
  const nested = part?.at('allOf')
  // openapi-typescript does not show which fields of such a member an outer `required` names.
  if (nested?.exists && !within.includes(part?.pointer ?? '')) {
    nested.refuse('is not supported within allOf: list its members in the outer one')
    return unread
  }
  if (isRequiredAlone(member.value)) {
    member.allow('type', 'required', ...NOTES, ...EXAMPLES)
    return { fields: [], isPartial: false, required: member.at('required') }
  }
  const shape = readSchema(member, examples, within)
  if (shape.type === 'unreadable') return unread
  if (shape.type !== 'object' || shape.isNullable) {
    member.refuse('must be of type: object, or the only member of allOf')
    return unread
  }
  if (shape.isClosed) member.refuse('additionalProperties: false is not supported within allOf')
  return shape
}

/** Whether a member of `allOf` only says which fields are required. */
export const isRequiredAlone = (member: unknown): member is { required: unknown } =>
  isObject(member) &&
  'required' in member &&
  !['properties', '$ref', 'oneOf', 'anyOf', 'allOf'].some(name => name in member) &&
  (member.type === undefined || member.type === 'object')

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
