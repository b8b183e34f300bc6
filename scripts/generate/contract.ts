import { type ErrorFields, STATUS_NAMES } from './mock-needs.ts'
import type { Operation } from './operation.ts'
import { type Field, INTEGERS, type Rules, type Shape } from './schema.ts'
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
  const imports = error.phrases.length > 0 ? "import { phraseOf } from './phrases.ts'\n" : ''
  return `${imports}import type { AddPlantError, AddPlantRequest } from './types.ts'

${lines.join('')}
/** The fields of a request, with their JSON types and the rules about their values. */
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
  rules: rulesOf(shape),
})

/** The range of an integer's format is a rule too. */
function rulesOf(shape: Shape): Rules {
  if (shape.type === 'object') return {}
  const range = shape.type === 'int32' || shape.type === 'int64' ? INTEGERS[shape.type] : undefined
  return {
    ...(range && !('exclusiveMinimum' in shape.rules) && { minimum: range[0] }),
    ...(range && !('exclusiveMaximum' in shape.rules) && { maximum: range[1] }),
    ...shape.rules,
  }
}

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

function errorFunctions({
  texts,
  statuses,
  digits,
  phrases,
  written: fields,
}: ErrorFields): string {
  const [message] = texts
  const [code] = statuses
  const written = (field: Field, value: unknown) => {
    if (field === message) return 'message'
    if (statuses.includes(field)) return 'status'
    if (digits.includes(field)) return 'String(status)'
    return phrases.includes(field) ? 'phraseOf(status)' : sourceText(value)
  }
  const members = fields.map(({ field, value }) => `${key(field.name)}: ${written(field, value)}`)
  const status = statuses.length + digits.length + phrases.length > 0 ? 'status' : '_status'
  const statusFields = statuses.map(({ name }) => name).filter(name => STATUS_NAMES.includes(name))
  const codeField = code ? sourceText(code.name) : 'undefined'
  return `/** Creates the body of the mock's errors. */
export const errorBody = (${status}: number, message: string): AddPlantError => ({ ${members.join(', ')} })

/** Returns the text for people in the body of an error, or else the body itself. */
export const errorMessage = (body: AddPlantError): string => ${textOf(texts)}

/** The field of an error that holds the status in the mock's errors, if the contract has one. */
export const codeField: keyof AddPlantError | undefined = ${codeField}

/** The fields of an error that can only be the status, by their names. */
export const statusFields: readonly (keyof AddPlantError)[] = ${sourceText(statusFields)}
`
}

/** Falls back to the next text as long as one may be missing. */
function textOf(texts: readonly Field[]): string {
  const certain = texts.findIndex(({ shape, isRequired }) => isRequired && !shape.isNullable)
  const read = (certain < 0 ? texts : texts.slice(0, certain + 1)).map(
    ({ name }) => `body[${sourceText(name)}]`,
  )
  return [...read, ...(certain < 0 ? ['JSON.stringify(body)'] : [])].join(' ?? ')
}
