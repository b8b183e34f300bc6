import { isDeepStrictEqual } from 'node:util'
import { fieldExample, findIssues } from './examples.ts'
import { type Body, isSameShape, type Operation, type ReadOperation } from './operation.ts'
import { PHRASES, phraseOf } from './runtime/phrases.ts'
import { BESIDE, type Field, type ObjectShape, type Shape } from './schema.ts'

/** The error fields that the mock fills. */
export interface ErrorFields {
  /** Hold a text for people, the most specific one first. The mock writes that one. */
  texts: readonly [Field, ...Field[]]
  /** Hold the status. */
  statuses: readonly Field[]
  /** Texts that hold the status in digits. */
  digits: readonly Field[]
  /** Hold the reason phrase of the status. */
  phrases: readonly Field[]
  /** All fields that the mock writes, in the order of the schema, with the values of those from the example. */
  written: readonly { field: Field; value?: unknown }[]
}

/**
 * Refuses a contract that the mock cannot serve: a success consists of fields of the request, and the mock writes
 * the errors.
 */
export function checkMockNeeds({
  request,
  success,
  error,
}: ReadOperation): ErrorFields | undefined {
  if (request) checkId(request)
  if (success?.shape.fields.length === 0 && !success.shape.isPartial)
    success.schema.refuse('must have a field for the mock to give back')
  if (request && success)
    for (const field of success.shape.fields) checkSuccessField(field, request.shape)
  return error && findErrorFields(error)
}

/** The mock tells plants apart by their ids. */
function checkId({ shape, schema }: Body): void {
  const id = shape.fields.find(({ name }) => name === 'id')
  const isId =
    id?.isRequired &&
    !id.shape.isNullable &&
    ['integer', 'int32', 'int64', 'unreadable'].includes(id.shape.type)
  if (isId) return
  if (id) id.part.refuse('must be a required integer: the mock tells plants apart by it')
  else if (!shape.isPartial)
    schema.refuse('must have a field id: the mock tells plants apart by it')
}

function checkSuccessField({ name, shape, isRequired, part }: Field, sent: ObjectShape): void {
  const source = sent.fields.find(field => field.name === name)
  if (source && !isWithin(source.shape, shape))
    part.refuse('must be described as in the request, or with fewer of the same rules')
  if (isRequired && !source?.isRequired && !(sent.isPartial && !source))
    part.refuse('must be a required field of the request too: the mock has no other value for it')
}

/** Returns whether every value of one shape fits the other: its rules are the same or fewer. */
function isWithin(sent: Shape, given: Shape): boolean {
  if (isSameShape(sent, given)) return true // or unreadable, which is refused
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

function findErrorFields(error: Operation['error']): ErrorFields | undefined {
  const { shape, schema } = error
  const [message, ...otherTexts] = findTexts(shape.fields)
  if (!message) {
    if (!shape.isPartial)
      schema.refuse(`must have a text for the mock to fill, named ${TEXTS.join(', ')}`)
    return undefined
  }
  checkText(message)
  const statuses = findStatuses(error)
  for (const field of statuses) checkStatus(field)
  const phrases = shape.fields.filter(
    field => field !== message && isPhrase(field, error) && takesPhrases(field),
  )
  const digits = shape.fields.filter(field => field !== message && isDigits(field, error))
  const made = [message, ...statuses, ...digits, ...phrases]
  const copied = shape.fields.filter(field => field.isRequired && !made.includes(field))
  for (const field of copied) checkCopied(field, error)
  const written = shape.fields.filter(field => made.includes(field) || copied.includes(field))
  return {
    texts: [message, ...otherTexts],
    statuses,
    digits,
    phrases,
    written: written.map(field => ({
      field,
      value: made.includes(field) ? undefined : fieldExample(error, field),
    })),
  }
}

/**
 * Finds the numbers that hold the status: by their names, or else by the example. Any other number has another
 * meaning, such as seconds to wait.
 */
function findStatuses(error: Operation['error']): Field[] {
  const numbers = error.shape.fields.filter(({ shape }) => NUMBERS.includes(shape.type))
  const isShown = (field: Field) => isOfExample(fieldExample(error, field), error)
  const named = numbers.filter(({ name }) => STATUS_NAMES.includes(name))
  if (named.length > 0) return named
  const codes = numbers.filter(({ name }) => CODE_NAMES.includes(name))
  const code = codes.find(isShown) ?? codes[0]
  return code ? [code] : numbers.filter(isShown)
}

const NUMBERS = ['integer', 'int32', 'int64', 'number']

/** The names of a field that can only be the status (RFC 9457, section 3.1.2), and of those that may be. */
export const STATUS_NAMES: readonly string[] = ['status', 'statusCode', 'status_code']
const CODE_NAMES = ['code', 'error']

/** Whether a number is the status of the responses whose examples there are. */
const isOfExample = (value: unknown, { exampleStatuses }: Operation['error']): boolean =>
  exampleStatuses.some(status => {
    if (status === 'default') return Number(value) >= 400 && Number(value) <= 599
    return status.endsWith('XX')
      ? Math.floor(Number(value) / 100) === Number(status[0])
      : value === Number(status)
  })

/** Whether a text is the status in the example, as in JSON:API. */
function isDigits(field: Field, error: Operation['error']): boolean {
  if (field.shape.type !== 'string') return false
  const example = fieldExample(error, field)
  const isShown = typeof example === 'string' && /^\d{3}$/.test(example)
  return (
    isShown &&
    isOfExample(Number(example), error) &&
    ['400', '599'].every(text => findIssues(field.shape, text).length === 0)
  )
}

/** Whether a text is the title of problem details (RFC 9457), or the reason phrase in the example. */
function isPhrase(field: Field, error: Operation['error']): boolean {
  if (field.shape.type !== 'string') return false
  const example = fieldExample(error, field)
  const isShown = [...Object.entries(PHRASES), ...FORMER_PHRASES].some(
    ([status, phrase]) => phrase === example && isOfExample(Number(status), error),
  )
  return field.name === 'title' || isShown
}

/** Before RFC 9110. Frameworks still write them. */
const FORMER_PHRASES = [
  ['413', 'Payload Too Large'],
  ['422', 'Unprocessable Entity'],
] as const

const takesPhrases = ({ shape }: Field) =>
  [...Object.values(PHRASES), phraseOf(599)].every(text => findIssues(shape, text).length === 0)

function checkStatus({ part, shape }: Field): void {
  for (const status of [400, 599]) {
    const [issue] = findIssues(shape, status)
    if (issue) part.refuse(`must take every status of an error: ${status} ${issue.message}`)
  }
}

function checkCopied(field: Field, error: Operation['error']): void {
  if (fieldExample(error, field) === undefined)
    field.part.refuse(
      'must not be required, or must be in the example: the mock takes it from there',
    )
}

function checkText({ part, shape }: Field): void {
  if (Object.keys(rulesOf(shape)).length > 0)
    part.refuse('must have no rules: the mock writes messages of any kind')
  const format = part.resolve('schemas', ...BESIDE)?.at('format')
  if (format?.exists) format.refuse('is not supported here: the mock writes messages of any kind')
}

const rulesOf = (shape: Shape) => (shape.type === 'object' ? {} : shape.rules)

/** The usual names of a text for people. The title of problem details (RFC 9457) says less than their detail. */
const TEXTS: readonly string[] = ['message', 'detail', 'title', 'description']

/** Returns the text fields of these names, or else the only text field. */
function findTexts(fields: readonly Field[]): Field[] {
  const texts = fields.filter(({ shape }) => shape.type === 'string')
  const named = TEXTS.flatMap(name => texts.filter(field => field.name === name))
  return named.length > 0 || texts.length > 1 ? named : texts
}
