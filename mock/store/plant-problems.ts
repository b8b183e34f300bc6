import { requestFields } from '../../generated/contract.ts'
import { issuesOfRequest } from '../../generated/validators.ts'
import { copyText } from '../json/copy-text.ts'
import { describeJson } from '../json/describe.ts'
import { toPointer } from '../json/pointer.ts'

const FIELDS: readonly string[] = requestFields.map(({ name }) => name)

/** Finds the fields that a plant does not have: at most ten, each cut to 100 characters. */
export function findUnknownFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  // Ten of them and all fields of a plant are among these.
  const first = Object.keys(value).slice(0, 10 + FIELDS.length)
  const unknown = first.filter(name => !FIELDS.includes(name))
  return unknown.slice(0, 10).map(name => copyText(name, 100))
}

/** Says why a JSON value is not a plant, and what came instead. `at` is the path of the value. */
export function findPlantProblems(
  value: unknown,
  unknownFields: 'ignore' | 'reject' = 'ignore',
  at = '',
): string[] {
  const problems = issuesOfRequest(value, 'json').map(({ path, message }) => {
    const place = at + toPointer(path) || 'the body'
    const received = path.reduce<unknown>((part, name) => Object(part)[name], value)
    return `${place} ${describeProblem(message, received)}`
  })
  const unknown = unknownFields === 'reject' ? findUnknownFields(value) : []
  return [
    ...problems,
    ...unknown.map(
      name => `${at}${toPointer([name])} is not a field of a plant: it has ${FIELDS.join(', ')}`,
    ),
  ]
}

function describeProblem(message: string, received: unknown): string {
  if (received === undefined || mayBeRounded(received)) return message
  const isNumeral = typeof received === 'string' && /^-?\d+$/.test(received)
  const hint = isNumeral && NUMERIC.test(message) ? ': send it without quotes' : ''
  return `${message}, but got ${describeJson(received)}${hint}`
}

/** Beyond 2^53 a number may have lost the digits that were sent. */
const mayBeRounded = (value: unknown) =>
  Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER

const NUMERIC = /^must be an? (?:number|int)/
