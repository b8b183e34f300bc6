import { requestFields } from '../../../generated/contract.ts'
import type { NewPlant } from '../../store/plant.ts'
import { readBody } from '../text.ts'

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

/** The plant that was typed, without the empty fields: text where the contract takes text, else a JSON value. */
export function readPlant(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const typed = plantFields.filter(({ name }) => texts[name])
  return Object.fromEntries(typed.map(({ name, types }) => [name, readValue(texts[name], types)]))
}

const readValue = (text = '', types: readonly string[]): unknown =>
  types.includes('string') && !(text === 'null' && types.includes('null')) ? text : readBody(text)

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return typeof value === 'bigint' || Number.isSafeInteger(value)
  if (type === 'number') return typeof value === 'bigint' || typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
