import type { StoreRequest } from '../http/request.ts'
import { RANDOM_FAILURES, type StoredFailure } from './failures.ts'
import { Holds } from './holds.ts'
import { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { MatchQueue, type Scheduled } from './match-queue.ts'
import { createRecord, type RequestRecord } from './mock-request.ts'
import { type MockStoreOptions, type Settings, toSettings } from './options.ts'
import type { NewPlant } from './plant.ts'
import { Plants, type StartPlants } from './plants.ts'
import { createRandom } from './random.ts'

/** A failure scheduled for later requests. */
export interface ScheduledFailure extends Scheduled {
  readonly failure: StoredFailure
}

/** Everything that a reset replaces. A request stays with the state in which it arrived. */
export class StoreState {
  readonly plants: Plants
  readonly journal: Journal
  readonly failures: MatchQueue<ScheduledFailure>
  readonly holds: Holds
  /** Requests without a response yet; some are held or delayed. */
  readonly open: Set<RequestRecord> = new Set()
  settings: Settings
  /** Why it is over. */
  endReason: string | undefined
  readonly #limits: Limits
  readonly #randomFailure: () => number
  readonly #randomLatency: () => number
  #arrivals = 0
  #plantBytes = 0

  /** `before` is the state that a reset replaces; its holds can still be looked up. */
  constructor(
    options: MockStoreOptions,
    startPlants: StartPlants,
    limits: Limits,
    before?: StoreState,
  ) {
    const { maxRequests = 1_000, randomSeed } = options
    this.plants = new Plants(startPlants)
    this.journal = new Journal(maxRequests, limits.journals)
    this.failures = new MatchQueue(limits.scheduled)
    this.holds = new Holds(limits.scheduled, before?.holds.over)
    this.settings = toSettings(options)
    this.#limits = limits
    // Two random sequences, because the timing of a transport must not change which requests fail.
    this.#randomFailure = createRandom(randomSeed)
    this.#randomLatency = createRandom(randomSeed)
  }

  /** Records a request and numbers it. */
  arrive(request: StoreRequest, session: string | undefined): RequestRecord {
    const record = createRecord(request, ++this.#arrivals, session)
    this.open.add(record)
    return record
  }

  /** Requests that are held or delayed, in the order of their arrival. */
  get inFlight(): RequestRecord[] {
    return [...this.open].filter(({ inFlight }) => inFlight !== undefined)
  }

  /** Answered requests in the order of their responses, then those in flight. */
  *requests(): Generator<RequestRecord> {
    yield* this.journal
    for (const record of this.open) if (record.inFlight !== undefined) yield record
  }

  /** Adds plants that were sent in that many bytes. Returns false if the mock has no room for them. */
  addPlants(plants: readonly NewPlant[], bytes: number): boolean {
    const size = bytes + plants.length * PLANT_BYTES
    if (!this.#limits.plantBytes.take(size)) return false
    this.#plantBytes += size
    for (const plant of plants) this.plants.add(plant)
    return true
  }

  /** Returns the failure of a request: the first scheduled one that matches, or else a random one. */
  takeFailure(
    plant: NewPlant | undefined,
  ): { failure: StoredFailure; isRandom: boolean } | undefined {
    const scheduled = this.failures.take(plant)
    if (scheduled) return { failure: scheduled.failure, isRandom: false }
    const { failureRate } = this.settings
    if (failureRate === 0 || this.#randomFailure() >= failureRate) return undefined
    const failure = RANDOM_FAILURES[Math.floor(this.#randomFailure() * RANDOM_FAILURES.length)]
    return failure && { failure, isRandom: true }
  }

  /** Returns the milliseconds before the next response. */
  nextLatency(): number {
    const [min, max] = this.settings.latency
    return max > 0 ? min + this.#randomLatency() * (max - min) : 0
  }

  /** Ends its holds, and frees its room. It can still be read. */
  end(reason: string): void {
    this.endReason = reason
    this.holds.end(reason)
    this.failures.clear()
    this.#limits.journals.forget(this.journal)
    this.#limits.plantBytes.give(this.#plantBytes)
  }

  /** Removes plants and requests, so that someone who is still reading their lists does not keep them. */
  clear(): void {
    this.plants.clear()
    this.journal.clear()
  }
}

/** Bookkeeping bytes per plant, on top of its text. */
const PLANT_BYTES = 128
