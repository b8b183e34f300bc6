import type { JsonFailure } from '../control/types.ts'
import type { PlantMatch } from '../store/match.ts'
import { byId, field, setText } from './dom.ts'
import { readNumber } from './field-error.ts'
import { PlantFields } from './plant-fields.ts'

/** The form that says which requests a failure or hold is for. */
export class Aim {
  readonly #match = new PlantFields(byId('match'), 'match', false)

  constructor() {
    field('always').addEventListener('change', () => {
      field('times').disabled = field('always').checked
    })
    byId('aim').addEventListener('input', () => this.#showSummary())
  }

  /** Shows what is wrong, and returns undefined then. */
  read(): (Pick<JsonFailure, 'times' | 'skip'> & { match?: PlantMatch }) | undefined {
    const times = field('always').checked ? 'Infinity' : readNumber('times', TIMES)
    if (times === undefined) return undefined
    const skip = readNumber('skip', SKIP)
    if (skip === undefined) return undefined
    const match = this.readMatch()
    return match && { times, skip, ...match }
  }

  /** The match alone, which is all that a hold takes. */
  readMatch(): { match?: PlantMatch } | undefined {
    const match: object | undefined = this.#match.read({ withRequired: false })
    if (!match) return undefined
    return Object.keys(match).length > 0 ? { match: match as PlantMatch } : {}
  }

  #showSummary(): void {
    const isAimed = !this.#match.isEmpty || Number(field('skip').value) > 0
    setText(byId('aim-summary'), isAimed ? 'Only some requests (set)' : 'Only some requests')
  }
}

const TIMES = {
  min: 1,
  max: 1e9,
  whole: true,
  text: 'Enter a whole number of requests, 1 or more.',
}
const SKIP = { min: 0, max: 1e9, whole: true, text: 'Enter a whole number of requests, 0 or more.' }
