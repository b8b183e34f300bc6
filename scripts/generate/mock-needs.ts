import { isDeepStrictEqual } from 'node:util'
import { findIssues } from './examples.ts'
import { type Body, isSameShape, type Operation } from './operation.ts'
import { readAll, readEach } from './refusal.ts'
import { type Field, NOTES, type Shape } from './schema.ts'

/** The error fields that the mock fills. */
export interface ErrorFields {
  /** Holds the text for people. */
  message: Field
  /** Holds the status code, if there is such a field. */
  code: Field | undefined
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

function findErrorFields({ shape, schema }: Body): ErrorFields {
  const message = findText(shape.fields)
  // Any other number has another meaning, such as seconds to wait.
  const code = shape.fields.find(
    field =>
      ['error', 'status', 'code'].includes(field.name) &&
      ['integer', 'int32', 'int64', 'number'].includes(field.shape.type),
  )
  if (!message) return schema.refuse('must have a field of type string for the mock to fill')
  readEach(shape.fields, field => {
    if (field.isRequired && field !== message && field !== code)
      field.part.refuse('must not be required: the mock has no value for it')
  })
  if (message.shape.type !== 'string' || Object.keys(message.shape.rules).length > 0)
    message.part.refuse('must have no rules: the mock writes messages of any kind')
  const format = message.part.resolve('schemas', ...NOTES).at('format')
  if (format.exists) format.refuse('is not supported here: the mock writes messages of any kind')
  for (const status of code ? [200, 599] : []) {
    const [issue] = code ? findIssues(code.shape, status) : []
    if (issue) code?.part.refuse(`must take every status: ${status} ${issue.message}`)
  }
  return { message, code }
}

/** Returns the field `message`, or else the only text field. */
function findText(fields: readonly Field[]): Field | undefined {
  const texts = fields.filter(({ shape }) => shape.type === 'string')
  const [only, ...others] = texts
  return texts.find(({ name }) => name === 'message') ?? (others.length === 0 ? only : undefined)
}
