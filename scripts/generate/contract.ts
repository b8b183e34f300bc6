import { conjuncts, type Field, fieldsOf } from './fields.ts'
import { flatten } from './flatten.ts'
import { sourceText } from './json-text.ts'
import type { ErrorFields } from './mock-answers.ts'
import type { Operation } from './operation.ts'
import { typesOf } from './schema.ts'

/** What the operation is called, takes and gives. */
export function contract(operation: Operation, error: ErrorFields, example: unknown): string {
  const { method, path, request, success, errors } = operation
  const requestFields = fieldsOf(flatten(request.schema))
  const successFields = fieldsOf(flatten(success.schema))
  const constants = {
    method,
    path,
    requestMediaType: request.mediaType,
    successStatus: success.status,
    successMediaType: success.mediaType,
    errorMediaType: errors.mediaType,
    accept: [...new Set([success.mediaType, errors.mediaType])].join(', '),
    requestFields: requestFields.map(described),
    successFields: successFields.map(({ name }) => name),
    successIsText: successFields.every(isText),
  }
  return [
    "import type { AddPlantError, AddPlantRequest } from './types.ts'\n",
    ...Object.entries(constants).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const\n`,
    ),
    `/** A valid request. */\nexport const requestExample: AddPlantRequest = ${sourceText(example)}\n`,
    statusTest(errors.statuses),
    pick('pickRequest', requestFields),
    pick('pickSuccess', successFields),
    errorFunctions(error, fieldsOf(flatten(errors.schema))),
  ].join('')
}

/** What the console, the request log and `verify` need to know of a field. */
const described = ({ name, schema, required }: Field) => ({
  name,
  types: conjuncts(schema).map(typesOf).find(Boolean) ?? [],
  required,
})

/** Whether a field is never a number, so that `JSON.stringify` can write it. */
const isText = ({ schema }: Field) =>
  conjuncts(schema).some(part => typesOf(part)?.every(type => TEXT.includes(type)))

const TEXT = ['string', 'boolean', 'null']

function statusTest(statuses: readonly string[]): string {
  const tests = statuses.map(status => {
    if (status === 'default') return `status !== successStatus`
    if (status.endsWith('XX')) return `Math.floor(status / 100) === ${status[0]}`
    return `status === ${status}`
  })
  return `/** Whether the contract describes an error with this status. */
export const isErrorStatus = (status: number): boolean => ${tests.join(' || ')}
`
}

/** What an object has although nobody gave it. */
const isInherited = (name: string) => name in {}

/** A function that copies the named fields. As a loop over names it would cost the mock 3 % of a request. */
function pick(name: string, fields: readonly Field[]): string {
  const keys = fields.map(field => JSON.stringify(field.name))
  const copies = fields.map(field => {
    const key = JSON.stringify(field.name)
    const isThere = isInherited(field.name)
      ? `Object.hasOwn(whole, ${key})`
      : `whole[${key}] !== undefined`
    const copy =
      field.name === '__proto__'
        ? `Object.defineProperty(part, ${key}, { value: whole[${key}], enumerable: true, configurable: true, writable: true })`
        : `part[${key}] = whole[${key}]`
    return `  if (${isThere}) ${copy}\n`
  })
  return `export function ${name}<T extends { ${keys.map(key => `${key}?: unknown`).join('; ')} }>(whole: T): Pick<T, ${keys.join(' | ') || 'never'}> {
  const part = {} as T
${copies.join('')}  return part
}
`
}

function errorFunctions({ message, status }: ErrorFields, fields: readonly Field[]): string {
  const key = JSON.stringify(message)
  const own = message === '__proto__' ? `[${key}]` : key // without brackets it sets the prototype
  const filled = [
    ...(status === undefined ? [] : [`${JSON.stringify(status)}: status`]),
    `${own}: message`,
  ]
  return `/** The body of an error that the mock answers with. */
export const errorBody = (${status === undefined ? '_status' : 'status'}: number, message: string): AddPlantError => ({ ${filled.join(', ')} })
/** The text for people in the body of an error. */
export const errorMessage = (body: AddPlantError): string => ${isOnlyText(fields, message) ? `body[${key}]` : `String(body[${key}])`}
/** The number in the body of an error, if the contract has one. */
export const errorCode = (${status === undefined ? '_body' : 'body'}: AddPlantError): unknown => ${status === undefined ? 'undefined' : `body[${JSON.stringify(status)}]`}
`
}

/** Whether a field is there and text, so that it needs no conversion. */
const isOnlyText = (fields: readonly Field[], wanted: string) =>
  fields.some(
    ({ name, schema, required }) =>
      name === wanted &&
      required &&
      conjuncts(schema).some(part => typesOf(part)?.join() === 'string'),
  )
