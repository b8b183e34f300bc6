import type { StoreRequest } from '../http/request.ts'
import { FailureQueue } from './failure-queue.ts'
import { Holds } from './holds.ts'
import { InFlight } from './in-flight.ts'
import { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { applySettings, DEFAULT_SETTINGS, type MockStoreOptions, type Settings } from './options.ts'
import type { NewPlant } from './plant.ts'
import { Plants, type StartPlants } from './plants.ts'
import { createRandom } from './random.ts'
import { createRecord, type RequestRecord } from './request-record.ts'
import { RANDOM_FAILURES, type StoredFailure } from './stored-failure.ts'

/** Everything that a reset replaces. A request stays with the state in which it arrived. */
export class StoreState {
  readonly plants: Plants
  readonly journal: Journal
  readonly failures: FailureQueue = new FailureQueue()
  readonly holds: Holds
  readonly inFlight: InFlight = new InFlight()
  settings: Settings
  /** Why it is over. */
  endReason: string | undefined
  readonly #limits: Limits
  readonly #randomFailure: () => number
  readonly #randomLatency: () => number
  #arrivals = 0
  #plantBytes = 0

  /** `before` is the state that a reset replaces. */
  constructor(
    options: MockStoreOptions,
    startPlants: StartPlants,
    limits: Limits,
    before?: StoreState,
  ) {
    const { maxRequests = 1_000, randomSeed } = options
    this.plants = new Plants(startPlants)
    this.journal = new Journal(maxRequests, limits.journals)
    this.holds = new Holds(before?.holds)
    this.settings = applySettings(DEFAULT_SETTINGS, options)
    this.#limits = limits
    // Two random sequences, because the timing of a transport must not change which requests fail.
    this.#randomFailure = createRandom(randomSeed)
    this.#randomLatency = createRandom(randomSeed)
  }

  /** Numbers a request. */
  arrive(request: StoreRequest, session: string | undefined): RequestRecord {
    return createRecord(request, ++this.#arrivals, session)
  }

  /** Requests that are over, in the order of their ends, then those in flight. */
  *requests(): Generator<RequestRecord> {
    yield* this.journal
    yield* this.inFlight
  }

  /** Adds plants that were sent in that many bytes. Returns false if the mock has no room for them. */
  addPlants(plants: readonly NewPlant[], bytes: number): boolean {
    const size = bytes + plants.length * PLANT_BYTES
    if (!this.#limits.plantBytes.take(size)) return false
    this.#plantBytes += size
    for (const plant of plants) this.plants.add(plant)
    return true
  }

  /** Returns the failure of a request, if any: the first scheduled one that matches, or else a random one. */
  takeFailure(plant: NewPlant | undefined): StoredFailure | undefined {
    const failure = this.failures.take(plant)
    if (failure) return failure
    const { failureRate } = this.settings
    if (failureRate === 0 || this.#randomFailure() >= failureRate) return undefined
    return RANDOM_FAILURES[Math.floor(this.#randomFailure() * RANDOM_FAILURES.length)]
  }

  /** Returns the milliseconds before the next response. */
  nextLatency(): number {
    const [min, max] = this.settings.latency
    return max > 0 ? min + this.#randomLatency() * (max - min) : 0
  }

  /** Ends its holds and the requests in flight, and frees its room. */
  end(reason: string): void {
    this.endReason = reason
    this.holds.endAll(reason)
    this.inFlight.end(reason)
    this.failures.clear()
    this.#limits.journals.forget(this.journal)
    this.#limits.plantBytes.give(this.#plantBytes)
  }

  /** Removes plants and requests, so that a caller who is still reading the lists does not keep them in memory. */
  clear(): void {
    this.plants.clear()
    this.journal.clear()
  }
}

/** Bookkeeping bytes per plant, on top of its text. */
const PLANT_BYTES = 128
