import type { ErrorFields } from './mock-needs.ts'
import type { Operation } from './operation.ts'
import type { Field } from './schema.ts'
import { key, sourceText } from './source-text.ts'

/** Writes the names, fields and helper functions of the operation. */
export function contract(operation: Operation, error: ErrorFields, example: unknown): string {
  const { method, path, request, success } = operation
  const errorMediaType = operation.error.mediaType
  const constants = {
    method,
    path,
    requestMediaType: request.mediaType,
    successStatus: Number(success.status),
    successMediaType: success.mediaType,
    errorMediaType,
    accept: [...new Set([success.mediaType, errorMediaType])].join(', '),
  }
  const lines = Object.entries(constants).map(
    ([name, value]) => `export const ${name} = ${sourceText(value)} as const\n`,
  )
  return `import type { AddPlantError, AddPlantRequest } from './types.ts'

${lines.join('')}
/** The fields of a request, with their JSON types. */
export const requestFields = [
${request.shape.fields.map(field => `  ${sourceText(described(field))},\n`).join('')}] as const

export const successFields = ${sourceText(success.shape.fields.map(({ name }) => name))} as const

/** A valid request. */
export const requestExample: AddPlantRequest = ${sourceText(example)}

/** Returns whether the contract describes an error with this status. */
export const isErrorStatus = (status: number): boolean => ${statusTest(operation.error.statuses)}

/** Copies only the contract's fields of an object. */
${pick('pickRequest', request.shape.fields)}
${pick('pickSuccess', success.shape.fields)}
${errorFunctions(error)}`
}

const described = ({ name, shape, isRequired }: Field) => ({
  name,
  types: [jsonType(shape.type), ...(shape.isNullable ? ['null'] : [])],
  required: isRequired,
})

const jsonType = (type: string) => (type === 'int32' || type === 'int64' ? 'integer' : type)

const statusTest = (statuses: readonly string[]) =>
  statuses
    .map(status => {
      if (status === 'default') return 'status < 200 || status > 299'
      if (status.endsWith('XX')) return `Math.floor(status / 100) === ${status[0]}`
      return `status === ${status}`
    })
    .join(' || ')

function pick(name: string, fields: readonly Field[]): string {
  const names = fields.map(field => sourceText(field.name))
  const copies = names.map(
    each => `  if (whole[${each}] !== undefined) part[${each}] = whole[${each}]\n`,
  )
  const members = fields.map(field => `${key(field.name)}?: unknown`)
  return `export function ${name}<T extends { ${members.join('; ')} }>(whole: T): Pick<T, ${names.join(' | ') || 'never'}> {
  const part = {} as T
${copies.join('')}  return part
}
`
}

function errorFunctions({ message, code }: ErrorFields): string {
  const status = code ? 'status' : '_status'
  const body = code ? 'body' : '_body'
  const filled = [...(code ? [`${key(code.name)}: status`] : []), `${key(message.name)}: message`]
  const text = `body[${sourceText(message.name)}]`
  const isCertain = message.isRequired && !message.shape.isNullable
  return `/** Creates the body of the mock's errors. */
export const errorBody = (${status}: number, message: string): AddPlantError => ({ ${filled.join(', ')} })

/** Returns the text for people in the body of an error. */
export const errorMessage = (body: AddPlantError): string => ${isCertain ? text : `${text} ?? ''`}

/** Returns the number in the body of an error, if the contract has one. */
export const errorCode = (${body}: AddPlantError): unknown => ${code ? `body[${sourceText(code.name)}]` : 'undefined'}
`
}
