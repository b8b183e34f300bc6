import { requestExample, requestFields } from '../../generated/contract.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { h } from './dom.ts'
import { refuse, setError } from './field-error.ts'

type ContractField = (typeof requestFields)[number]

/** The contract's fields; the id comes first, as it does where plants are listed. */
const FIELDS = [...requestFields].sort((a, b) => Number(b.name === 'id') - Number(a.name === 'id'))

/** Inputs for the fields of a plant, by their names in the contract. */
export class PlantFields {
  readonly #inputs: readonly [ContractField, HTMLInputElement][]

  /** `prefix` begins the ids of the inputs; `purpose` completes their labels for a screen reader. */
  constructor(parent: HTMLElement, prefix: string, example: boolean) {
    const examples = new Map<string, unknown>(Object.entries(requestExample))
    this.#inputs = FIELDS.map(contractField => {
      const id = `${prefix}-${contractField.name}`
      const input = h('input', { id, autocomplete: 'off', spellcheck: 'false' })
      const value = examples.get(contractField.name)
      if (example && value !== undefined) input.value = inputText(value)
      else input.placeholder = example ? '' : 'any'
      parent.append(h('label', { class: 'field' }, h('span', {}, contractField.name), input))
      return [contractField, input]
    })
  }

  /** Whether all are empty. */
  get isEmpty(): boolean {
    return this.#inputs.every(([, { value }]) => value === '')
  }

  /**
   * The values that were typed, without the empty fields unless the contract requires them. Shows what
   * is wrong, and returns undefined then.
   */
  read({ withRequired }: { withRequired: boolean }): Record<string, unknown> | undefined {
    const values: Record<string, unknown> = {}
    for (const [{ name, types, required }, input] of this.#inputs) {
      setError(input, '')
      if (input.value === '' && !(withRequired && required)) continue
      const value = parseValue(input.value, types)
      if (value === undefined) return refuse(input, `${name} must be ${describeTypes(types)}.`)
      values[name] = value
    }
    return values
  }
}

/** What `parseValue` reads as that value. */
const inputText = (value: unknown) => (typeof value === 'string' ? value : writeJson(value))

/** Text as it is where the contract takes text, else a JSON value of one of the types. */
function parseValue(text: string, types: readonly string[]): unknown {
  if (text === 'null' && types.includes('null')) return null
  if (types.includes('string')) return text
  try {
    const value = readJson(text)
    return types.some(type => isOfType(value, type)) ? value : undefined
  } catch {
    return undefined
  }
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
