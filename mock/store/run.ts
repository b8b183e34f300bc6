import { writeJson } from '../json/write.ts'
import { Journal } from './journal.ts'
import type { RequestRecord } from './mock-request.ts'
import {
  applySettings,
  type MockStoreOptions,
  type Settings,
  type SettingsUpdate,
  toSettings,
} from './options.ts'
import { Pending } from './pending.ts'
import type { NewPlant } from './plant.ts'
import { createRandom } from './random.ts'

/** What a store has from its start or a reset to the next reset. */
export class Run {
  readonly journal: Journal
  readonly pending: Pending
  /** The requests that are held or delayed. */
  readonly waiting: Set<RequestRecord> = new Set()
  readonly #randomLatency: () => number
  readonly #plants: NewPlant[] = []
  /** Only while duplicates are rejected. */
  #ids: Set<number | bigint> | undefined
  #settings: Settings
  readonly #plantsAtStart: number
  #arrivals = 0
  #plantChars = 0
  /** A reset has put another run in its place. */
  isOver = false

  constructor(options: MockStoreOptions, nextId: () => string, changed: () => void) {
    const { plants = [], randomSeed, maxRequests = 1_000 } = options
    this.journal = new Journal(maxRequests)
    // Two random sequences, because the timing of a transport must not change which requests fail.
    this.pending = new Pending(createRandom(randomSeed), nextId, changed)
    this.#randomLatency = createRandom(randomSeed)
    this.#settings = toSettings(options)
    this.updateSettings({})
    this.#plantsAtStart = plants.length
    for (const plant of plants) this.addPlant(plant, charsOfPlant(plant))
  }

  get plants(): readonly NewPlant[] {
    return this.#plants
  }

  hasId(id: number | bigint): boolean {
    return this.#ids?.has(canonicalId(id)) ?? false
  }

  /** How many characters the plants take up. */
  get plantChars(): number {
    return this.#plantChars
  }

  /** `chars` is how many the plant takes up. */
  addPlant(plant: NewPlant, chars: number): void {
    this.#plants.push(plant)
    this.#plantChars += chars
    this.#ids?.add(canonicalId(plant.id))
  }

  /** The number of the next request. */
  nextNumber(): number {
    return ++this.#arrivals
  }

  /** Whether a request has arrived or a plant was added. */
  get isChanged(): boolean {
    return this.#arrivals > 0 || this.#plants.length > this.#plantsAtStart
  }

  get settings(): Settings {
    return this.#settings
  }

  updateSettings(update: SettingsUpdate): void {
    this.#settings = applySettings(this.#settings, update)
    const rejects = this.#settings.duplicateIds === 'reject'
    if (!rejects) this.#ids = undefined
    else this.#ids ??= new Set(this.#plants.map(({ id }) => canonicalId(id)))
  }

  /** Milliseconds before the next response. */
  nextLatency(): number {
    const [min, max] = this.#settings.latency
    return max > 0 ? min + this.#randomLatency() * (max - min) : 0
  }
}

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
