import { pickRequest } from '../../generated/contract.ts'
import type { NewPlant } from './plant.ts'

/** Returns a seed as if it had been sent: without other fields, and with bigints only where they are needed. */
export const toSeed = (plant: NewPlant): NewPlant => withFewBigints(pickRequest(plant)) as NewPlant

function withFewBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return canonicalId(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withFewBigints)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withFewBigints(part)]),
  )
}

/** The plants that every session starts with, kept only once. */
export class StartPlants {
  readonly list: readonly NewPlant[]
  #ids: ReadonlySet<number | bigint> | undefined

  constructor(list: readonly NewPlant[]) {
    this.list = list
  }

  hasId(id: number | bigint): boolean {
    this.#ids ??= toIds(this.list)
    return this.#ids.has(canonicalId(id))
  }
}

/** The plants of a session: the plants of the start, then the added ones. */
export class Plants {
  readonly #start: StartPlants
  readonly #added: NewPlant[] = []
  /** The ids of the added plants, collected when first needed. */
  #ids: Set<number | bigint> | undefined

  constructor(start: StartPlants) {
    this.#start = start
  }

  *[Symbol.iterator](): Generator<NewPlant> {
    yield* this.#start.list
    yield* this.#added
  }

  get count(): number {
    return this.#start.list.length + this.#added.length
  }

  add(plant: NewPlant): void {
    this.#added.push(plant)
    this.#ids?.add(canonicalId(plant.id))
  }

  /** Removes the plants that were added. */
  clear(): void {
    this.#added.length = 0 // ends the lists that are being read
    this.#ids = undefined
  }

  hasId(id: number | bigint): boolean {
    this.#ids ??= toIds(this.#added)
    return this.#start.hasId(id) || this.#ids.has(canonicalId(id))
  }
}

const toIds = (plants: readonly NewPlant[]) => new Set(plants.map(({ id }) => canonicalId(id)))

/** Gives ids one form, so that 1 and 1n are the same. */
export const canonicalId = (id: number | bigint): number | bigint =>
  Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)
