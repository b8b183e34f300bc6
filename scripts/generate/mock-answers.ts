import { isDeepStrictEqual } from 'node:util'
import { validator } from './check.ts'
import { conjuncts, type Field, fieldPointer, fieldsOf } from './fields.ts'
import { flatten } from './flatten.ts'
import { KEYWORDS } from './keywords.ts'
import type { Operation } from './operation.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'
import { originOf, type Schema, type SchemaObject, typesOf } from './schema.ts'

// The mock answers with what it was sent, and with errors of its own. It can do so only where the
// contract allows it for every request, so anything else is refused here.

/** Plants are told apart, seeded and counted by their id. */
export function checkId({ request }: Operation, problems: Problems): void {
  const schema = flatten(request.schema)
  const field = fieldsOf(schema).find(({ name }) => name === 'id')
  if (!field) {
    problems.add('id', originOf(schema, request.pointer), 'the request needs a field id')
    return
  }
  const at = fieldPointer(field, request.pointer)
  if (!field.required) problems.add('id', at, 'must be required: the mock tells plants apart by it')
  if (conjuncts(field.schema).every(part => typesOf(part)?.join() !== 'integer'))
    problems.add('type', extend(at, 'type'), 'must be integer: the mock tells plants apart by id')
}

/** Every valid request must lead to a valid success that is made of the request's own fields. */
export function checkSuccess({ request, success }: Operation, problems: Problems): void {
  const sent = flatten(request.schema)
  const given = flatten(success.schema)
  const sentFields = new Map(fieldsOf(sent).map(field => [field.name, field]))
  const fields = fieldsOf(given)
  for (const field of fields) {
    const at = fieldPointer(field, success.pointer)
    const source = sentFields.get(field.name)
    if (source) checkImplied(source.schema, field.schema, at, problems)
    if (field.required && !source?.required)
      problems.add(
        field.name,
        at,
        `the mock has no value for it: a required field of the ${success.status} must be one of the request`,
      )
  }
  const names = new Set(fields.map(({ name }) => name))
  for (const part of conjuncts(given))
    for (const [keyword, value] of Object.entries(part)) {
      if (OF_FIELDS.includes(keyword) || KEYWORDS[keyword]?.annotation) continue
      const isSent = conjuncts(sent).some(each => isDeepStrictEqual(each[keyword], value))
      if (!isSent || !speaksOf(names, keyword, value))
        problems.add(
          keyword,
          extend(originOf(part, success.pointer), keyword),
          `the mock's ${success.status} has the fields of the request, which may not hold to it`,
        )
    }
}

/** The success to one request, which shows what none of the rules above looked at. */
export function checkSuccessOf(
  example: Readonly<Record<string, unknown>>,
  { success }: Operation,
  problems: Problems,
): void {
  const schema = flatten(success.schema)
  const names = fieldsOf(schema).map(({ name }) => name)
  const given = Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(name)))
  for (const { keyword, message } of validator(success.schema)(given))
    problems.add(
      keyword,
      originOf(schema, success.pointer),
      `the mock's ${success.status} would break it: ${message}`,
    )
}

/** What concerns fields one by one, or only such as the mock never gives, or no object at all. */
const OF_FIELDS = [
  ...['type', 'properties', 'required', 'allOf', 'additionalProperties', 'unevaluatedProperties'],
  ...['format', 'pattern', 'minLength', 'maxLength', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['items', 'prefixItems', 'unevaluatedItems', 'contains', 'minContains', 'maxContains'],
  ...['minItems', 'maxItems', 'uniqueItems'],
]

/** Whether a keyword holds for an object that keeps `names` alone, if it did for the whole. */
function speaksOf(names: ReadonlySet<string>, keyword: string, value: unknown): boolean {
  const isKnown = (name: string) => names.has(name)
  const within = (schemas: unknown) =>
    Object.values(schemas as Record<string, Schema>).every(schema => speaksOnlyOf(names, schema))
  if (['propertyNames', 'patternProperties', 'maxProperties'].includes(keyword)) return true
  if (keyword === 'required') return (value as string[]).every(isKnown)
  if (keyword === 'properties') return Object.keys(value as object).every(isKnown)
  if (keyword === 'dependentRequired')
    return Object.entries(value as Record<string, string[]>)
      .flat(2)
      .every(isKnown)
  if (keyword === 'dependentSchemas')
    return Object.keys(value as object).every(isKnown) && within(value)
  if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) return within(value)
  if (['if', 'then', 'else', 'not'].includes(keyword)) return speaksOnlyOf(names, value as Schema)
  return keyword === 'type' || KEYWORDS[keyword]?.annotation === true
}

const speaksOnlyOf = (names: ReadonlySet<string>, schema: Schema): boolean =>
  typeof schema === 'boolean' ||
  Object.entries(schema).every(([keyword, value]) => speaksOf(names, keyword, value))

/** Each rule of the one must be a rule of the other, or a wider type. */
function checkImplied(sent: Schema, given: Schema, at: string, problems: Problems): void {
  if (isDeepStrictEqual(sent, given)) return
  const rules = conjuncts(sent)
  for (const part of conjuncts(given))
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === 'allOf' || KEYWORDS[keyword]?.annotation) continue
      if (rules.some(rule => isImplied(rule, part, keyword, value))) continue
      problems.add(
        keyword,
        extend(originOf(part, at), keyword),
        'the mock gives back what it was sent, and the request has no such rule',
      )
    }
}

function isImplied(
  rule: SchemaObject,
  part: SchemaObject,
  keyword: string,
  value: unknown,
): boolean {
  if (isDeepStrictEqual(rule[keyword], value)) return true
  const sent = typesOf(rule) ?? []
  const given = typesOf(part) ?? []
  const isAllowed = (type: string) =>
    given.includes(type) || (type === 'integer' && given.includes('number'))
  if (keyword === 'type') return sent.length > 0 && sent.every(isAllowed)
  // The formats of other types are annotations.
  if (keyword === 'format') return !given.includes('integer')
  return keyword === 'enum' && Array.isArray(rule.enum) && isSubset(rule.enum, value as unknown[])
}

const isSubset = (some: readonly unknown[], all: readonly unknown[]) =>
  some.every(one => all.some(other => isDeepStrictEqual(one, other)))

/** The fields of the Error that the mock fills. */
export interface ErrorFields {
  /** Has the text for people. */
  message: string
  /** Has the status code, if there is such a field. */
  status: string | undefined
}

const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index)
const MESSAGES = ['Failed on command with 500', 'a'.repeat(2_000), 'Not a plant: /name 🪴 "\n\\']

/** Finds the fields for the mock's message and status, and tries every status on the schema. */
export function errorFields({ errors }: Operation, problems: Problems): ErrorFields | undefined {
  const schema = flatten(errors.schema)
  const fields = fieldsOf(schema)
  const message = chosen(fields, 'message', ['string'])
  const status = chosen(fields, 'error', ['integer', 'number'])
  if (!message) {
    problems.add('properties', originOf(schema, errors.pointer), 'the error needs a field of text')
    return undefined
  }
  const filled = { message: message.name, status: status?.name }
  const others = fields.filter(field => field.required && field !== message && field !== status)
  for (const field of others)
    problems.add(field.name, fieldPointer(field, errors.pointer), 'the mock has no value for it')
  const check = validator(errors.schema)
  const bodies = STATUSES.flatMap(code =>
    MESSAGES.map(text =>
      Object.fromEntries([...(status ? [[status.name, code]] : []), [message.name, text]]),
    ),
  )
  const found = new Map(
    bodies.flatMap(check).map(finding => [`${finding.keyword} ${finding.place}`, finding]),
  )
  for (const { keyword, place, message: why } of others.length > 0 ? [] : found.values()) {
    const field = fields.find(({ name }) => `/${name}` === place)
    const at = field ? fieldPointer(field, errors.pointer) : originOf(schema, errors.pointer)
    problems.add(keyword, extend(at, keyword), `the mock's own errors would break it: ${why}`)
  }
  return filled
}

/** The field of that name, or the only one of a fitting type. */
function chosen(
  fields: readonly Field[],
  name: string,
  types: readonly string[],
): Field | undefined {
  const fitting = fields.filter(({ schema }) =>
    conjuncts(schema).some(part => typesOf(part)?.some(type => types.includes(type))),
  )
  return (
    fitting.find(field => field.name === name) ?? (fitting.length === 1 ? fitting[0] : undefined)
  )
}
