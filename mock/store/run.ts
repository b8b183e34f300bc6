import { Arrivals } from './arrivals.ts'
import { Journal } from './journal.ts'
import type { RequestRecord } from './mock-request.ts'
import {
  applySettings,
  type MockStoreOptions,
  type Settings,
  type SettingsUpdate,
} from './options.ts'
import { Pending, type PendingContext } from './pending.ts'
import { Plants } from './plants.ts'
import { createRandom } from './random.ts'
import type { Shared } from './shared.ts'

/** What a store has from its start or a reset to the next reset. */
export class Run {
  readonly journal: Journal
  readonly pending: Pending
  readonly plants: Plants
  readonly arrivals: Arrivals
  /** The requests that are held or delayed. */
  readonly waiting: Set<RequestRecord> = new Set()
  readonly #shared: Shared
  readonly #randomLatency: () => number
  #settings: Settings
  /** Why it is over: a reset has put another run in its place, or its session was ended. */
  endReason: string | undefined

  constructor(
    options: MockStoreOptions,
    shared: Shared,
    context: Pick<PendingContext, 'changed' | 'checkNotEnded'>,
  ) {
    const { randomSeed, maxRequests = 1_000 } = options
    this.#shared = shared
    this.arrivals = new Arrivals(shared.lastHeaders)
    this.journal = new Journal(maxRequests, shared.journalSpace)
    this.plants = new Plants(shared.startPlants)
    // Two random sequences, because the timing of a transport must not change which requests fail.
    this.pending = new Pending(createRandom(randomSeed), {
      ...context,
      nextId: () => shared.nextId(),
      budget: shared.pendingBudget,
    })
    this.#randomLatency = createRandom(randomSeed)
    this.#settings = shared.settings
  }

  get isOver(): boolean {
    return this.endReason !== undefined
  }

  /** Whether the settings forbid another plant with that id. */
  rejectsId(id: number | bigint): boolean {
    return this.#settings.duplicateIds === 'reject' && this.plants.hasId(id)
  }

  /** Whether a request has arrived or a plant was added. */
  get isChanged(): boolean {
    return this.arrivals.count > 0 || this.plants.addedCount > 0
  }

  get settings(): Settings {
    return this.#settings
  }

  updateSettings(update: SettingsUpdate): void {
    this.#settings = applySettings(this.#settings, update)
  }

  /** Milliseconds before the next response. */
  nextLatency(): number {
    const [min, max] = this.#settings.latency
    return max > 0 ? min + this.#randomLatency() * (max - min) : 0
  }

  /** Gives its share of what all sessions keep to the others: nobody will ask for it again. */
  discard(): void {
    this.#shared.plantBudget.give(this.plants.addedChars)
    this.pending.failures.clear()
    this.journal.discard()
  }
}
