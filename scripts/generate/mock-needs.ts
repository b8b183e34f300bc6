import { isDeepStrictEqual } from 'node:util'
import { findIssues } from './examples.ts'
import { type Body, isSameShape, type Operation } from './operation.ts'
import { readAll, readEach } from './refusal.ts'
import { type Field, NOTES, type Shape } from './schema.ts'

/** The error fields that the mock fills. */
export interface ErrorFields {
  /** Hold a text for people, the most specific one first. The mock writes that one. */
  texts: readonly [Field, ...Field[]]
  /** Summarizes the error next to the text, as in problem details (RFC 9457). */
  title: Field | undefined
  /** Holds the status code, if there is such a field. */
  code: Field | undefined
  /** The values of other required fields, from the example. */
  others: Readonly<Record<string, unknown>>
}

/**
 * Refuses a contract that the mock cannot serve: a success consists of fields of the request, and the mock writes
 * the errors.
 */
export function checkMockNeeds({ request, success, error }: Operation): ErrorFields {
  return readAll({
    id: () => checkId(request),
    content: () =>
      success.shape.fields.length > 0 ||
      success.schema.refuse('must have a field for the mock to give back'),
    success: () =>
      readEach(success.shape.fields, field => checkSuccessField(field, request.shape.fields)),
    errorFields: () => findErrorFields(error),
  }).errorFields
}

/** The mock tells plants apart by their ids. */
function checkId({ shape, schema }: Body): void {
  const id = shape.fields.find(({ name }) => name === 'id')
  const isId =
    id?.isRequired && !id.shape.isNullable && ['integer', 'int32', 'int64'].includes(id.shape.type)
  if (isId) return
  if (id) id.part.refuse('must be a required integer: the mock tells plants apart by it')
  schema.refuse('must have a field id: the mock tells plants apart by it')
}

function checkSuccessField({ name, shape, isRequired, part }: Field, sent: readonly Field[]): void {
  const source = sent.find(field => field.name === name)
  if (source && !isWithin(source.shape, shape))
    part.refuse('must be described as in the request, or with fewer of the same rules')
  if (isRequired && !source?.isRequired)
    part.refuse('must be a required field of the request too: the mock has no other value for it')
}

/** Returns whether every value of one shape fits the other: its rules are the same or fewer. */
function isWithin(sent: Shape, given: Shape): boolean {
  if (isSameShape(sent, given)) return true
  if (sent.type === 'object' || given.type === 'object') return false
  const hasRule = ([keyword, value]: [string, unknown]) =>
    isDeepStrictEqual(sent.rules[keyword], value)
  return (
    sent.type === given.type &&
    (given.isNullable || !sent.isNullable) &&
    Object.entries(given.rules).every(hasRule) &&
    (sent.type !== 'array' || given.type !== 'array' || isWithin(sent.items, given.items))
  )
}

function findErrorFields({ shape, schema, examples }: Body): ErrorFields {
  const [message, ...otherTexts] = findTexts(shape.fields)
  // Any other number has another meaning, such as seconds to wait.
  const code = shape.fields.find(
    field =>
      ['error', 'status', 'code'].includes(field.name) &&
      ['integer', 'int32', 'int64', 'number'].includes(field.shape.type),
  )
  if (!message)
    return schema.refuse(`must have a text for the mock to fill, named ${TEXTS.join(', ')}`)
  const title = otherTexts.find(field => field.name === 'title' && takesAnyText(field))
  const [example] = examples
  const others = shape.fields.filter(
    field => field.isRequired && ![message, title, code].includes(field),
  )
  const values = readEach(others, ({ name, part }) => {
    const value = example?.at(name)
    return value?.exists
      ? [name, value.value]
      : part.refuse('must not be required, or must be in the example: the mock takes it from there')
  })
  checkText(message)
  for (const status of code ? [200, 599] : []) {
    const [issue] = code ? findIssues(code.shape, status) : []
    if (issue) code?.part.refuse(`must take every status: ${status} ${issue.message}`)
  }
  return { texts: [message, ...otherTexts], title, code, others: Object.fromEntries(values) }
}

function checkText({ part, shape }: Field): void {
  if (Object.keys(rulesOf(shape)).length > 0)
    part.refuse('must have no rules: the mock writes messages of any kind')
  const format = part.resolve('schemas', ...NOTES).at('format')
  if (format.exists) format.refuse('is not supported here: the mock writes messages of any kind')
}

const takesAnyText = ({ part, shape }: Field) =>
  Object.keys(rulesOf(shape)).length === 0 && !part.resolve('schemas', ...NOTES).at('format').exists

const rulesOf = (shape: Shape) => (shape.type === 'object' ? {} : shape.rules)

/** The usual names of a text for people. The title of problem details (RFC 9457) says less than their detail. */
const TEXTS: readonly string[] = ['message', 'detail', 'title', 'description']

/** Returns the text fields of these names, or else the only text field. */
function findTexts(fields: readonly Field[]): Field[] {
  const texts = fields.filter(({ shape }) => shape.type === 'string')
  const named = TEXTS.flatMap(name => texts.filter(field => field.name === name))
  return named.length > 0 || texts.length > 1 ? named : texts
}
