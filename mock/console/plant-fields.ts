import { requestFields } from '../../generated/contract.ts'
import type { NewPlant } from '../store/plant.ts'
import type { Texts } from './fields.tsx'
import { readBody } from './words.ts'

/** The contract's fields; the id comes first, as it does where plants are listed. */
export const plantFields: readonly (typeof requestFields)[number][] = [...requestFields].sort(
  (a, b) => Number(b.name === 'id') - Number(a.name === 'id'),
)

/** Whether a value has the fields of a plant, with values of their types. */
export const isPlant = (value: unknown): value is NewPlant =>
  isOfType(value, 'object') &&
  requestFields.every(({ name, types, required }) => {
    const part = (value as Record<string, unknown>)[name]
    return part === undefined ? !required : types.some(type => isOfType(part, type))
  })

/** No text for any field. */
export const emptyTexts: Texts<string> = Object.fromEntries(
  plantFields.map(({ name }) => [name, '']),
)

/** The plant that was typed, without the empty fields, and what is wrong with it by field. */
export function readPlant(texts: Texts<string>): {
  plant: Record<string, unknown>
  errors: Record<string, string>
} {
  const plant: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const { name, types } of plantFields) {
    const text = texts[name] ?? ''
    if (text === '') continue
    const value = parseValue(text, types)
    if (value === undefined) errors[name] = `${name} must be ${describeTypes(types)}.`
    plant[name] = value
  }
  return { plant, errors }
}

/** Text as it is where the contract takes text, else a JSON value of one of the types. */
function parseValue(text: string, types: readonly string[]): unknown {
  if (text === 'null' && types.includes('null')) return null
  if (types.includes('string')) return text
  const value = readBody(text)
  return types.some(type => isOfType(value, type)) ? value : undefined
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return typeof value === 'bigint' || Number.isSafeInteger(value)
  if (type === 'number') return typeof value === 'bigint' || typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

const describeTypes = (types: readonly string[]) =>
  types.map(type => NAMES[type] ?? `JSON of type ${type}`).join(' or ')

const NAMES: Readonly<Record<string, string>> = { integer: 'a whole number', number: 'a number' }
