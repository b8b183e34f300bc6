import { writeJson } from '../json/write.ts'
import type { NewPlant } from './plant.ts'

/** The plants that a store and its sessions begin with, which are kept once. */
export class StartPlants {
  readonly list: readonly NewPlant[]
  /** How many characters they take up. */
  readonly chars: number
  #ids: ReadonlySet<number | bigint> | undefined

  constructor(list: readonly NewPlant[]) {
    this.list = list
    this.chars = list.reduce((sum, plant) => sum + charsOfPlant(plant), 0)
  }

  hasId(id: number | bigint): boolean {
    this.#ids ??= toIds(this.list)
    return this.#ids.has(id)
  }
}

/** The plants of a run: those at the start, then those that were added. */
export class Plants {
  readonly #start: StartPlants
  readonly #added: NewPlant[] = []
  /** Those of the added plants, once somebody has asked for one. */
  #ids: Set<number | bigint> | undefined
  #addedChars = 0

  constructor(start: StartPlants) {
    this.#start = start
  }

  get list(): readonly NewPlant[] {
    const start = this.#start.list
    if (start.length === 0) return this.#added
    return this.#added.length === 0 ? start : [...start, ...this.#added]
  }

  get count(): number {
    return this.#start.list.length + this.#added.length
  }

  get addedCount(): number {
    return this.#added.length
  }

  /** How many characters the added plants take up. */
  get addedChars(): number {
    return this.#addedChars
  }

  /** `chars` is how many the plant takes up. */
  add(plant: NewPlant, chars: number): void {
    this.#added.push(plant)
    this.#addedChars += chars
    this.#ids?.add(canonicalId(plant.id))
  }

  hasId(id: number | bigint): boolean {
    this.#ids ??= toIds(this.#added)
    const key = canonicalId(id)
    return this.#start.hasId(key) || this.#ids.has(key)
  }
}

const toIds = (plants: readonly NewPlant[]) => new Set(plants.map(({ id }) => canonicalId(id)))

/** Ids have one form, so that 1 and 1n are the same. */
export const canonicalId = (id: number | bigint): number | bigint =>
  Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)

/** What each plant takes up beside its texts, in characters. */
const PLANT_CHARS = 100

export function charsOfPlant(plant: NewPlant): number {
  let chars = PLANT_CHARS
  for (const name in plant) {
    const value: unknown = plant[name as keyof NewPlant]
    if (typeof value === 'string') chars += value.length
    else if (typeof value === 'object') chars += writeJson(value).length
  }
  return chars
}
