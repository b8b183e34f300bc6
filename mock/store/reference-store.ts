import { pickRequest } from '../../generated/contract.ts'
import { type FetchHandler, toFetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'
import { checkOperation } from './checks.ts'
import { EndedError } from './ended-error.ts'
import { EventEmitter } from './events.ts'
import type { JournalEntry } from './journal.ts'
import { type MockRequest, type RequestRecord, toMockRequest } from './mock-request.ts'
import {
  checkAddPlants,
  type MockStoreOptions,
  type Settings,
  type SettingsUpdate,
} from './options.ts'
import { FullError, type Pending } from './pending.ts'
import type { NewPlant } from './plant.ts'
import { charsOfPlant } from './plants.ts'
import { type Arrival, Responder } from './responder.ts'
import { Run } from './run.ts'
import { Shared } from './shared.ts'

/** How long a reset can be undone. */
const UNDO_MS = 10_000

/** Answers requests as the service does, and remembers plants, requests and failures. */
export class ReferenceStore {
  readonly maxBodyBytes: number
  readonly events: EventEmitter = new EventEmitter()
  readonly fetch: FetchHandler = toFetchHandler(request => this.respond(request))
  /** The options that it was created with. */
  readonly options: MockStoreOptions
  readonly #session: string | undefined
  readonly #shared: Shared
  readonly #responder: Responder
  #run: Run
  #runCount = 0
  #endReason: string | undefined
  #undo: { readonly run: Run; readonly until: number } | undefined

  /** `shared` is what the store of a session has in common with the others. */
  constructor(options: MockStoreOptions, session?: string, shared?: Shared) {
    const { accessTokens, maxBodyBytes = 2 ** 20 } = options
    this.options = options
    this.#session = session
    this.#shared = shared ?? new Shared(options)
    this.maxBodyBytes = maxBodyBytes
    this.#responder = new Responder({
      accessTokens: accessTokens && new Set(accessTokens),
      maxBodyBytes,
      plantBudget: this.#shared.plantBudget,
      waitingBudget: this.#shared.waitingBudget,
      events: this.events,
      refuseIfEnded: () => this.#refuseIfEnded(),
    })
    this.#run = this.#createRun()
  }

  /** Another store with the same options, for requests of that session. */
  createSession(name: string): ReferenceStore {
    return new ReferenceStore(this.options, name, this.#shared)
  }

  /** The session is over: ends its holds, and gives its share of what all sessions keep to the others. */
  end(reason: string): void {
    this.#forgetUndo()
    this.#endRun(reason).discard()
    this.#endReason = reason
  }

  #checkNotEnded(): void {
    if (this.#endReason !== undefined) throw new EndedError(this.#endReason)
  }

  #refuseIfEnded(): ErrorResponse | undefined {
    return this.#endReason === undefined ? undefined : errorResponse(410, this.#endReason)
  }

  /** Answers a request. A preflight is no request of the application. */
  respond(request: StoreRequest, arrival?: Arrival): StoreResponse | Promise<StoreResponse> {
    const preflight = request.method === 'OPTIONS' && checkOperation(request)
    return (
      preflight ||
      this.#refuseIfEnded() ||
      this.#responder.respond(request, arrival ?? this.arrive(request))
    )
  }

  get isBusy(): boolean {
    return this.#responder.isBusy
  }

  /** Numbers a request. */
  arrive(request: StoreRequest): Arrival {
    const run = this.#run
    return { run, record: run.arrivals.add(request, this.#session) }
  }

  /** Enters the response of someone else into the journal. */
  settle(arrival: Arrival, response: StoreResponse): void {
    this.#responder.settle(arrival, response)
  }

  get plants(): readonly NewPlant[] {
    return this.#run.plants.list
  }

  get plantCount(): number {
    return this.#run.plants.count
  }

  addPlants(plants: readonly NewPlant[]): void {
    this.#checkNotEnded()
    checkAddPlants(plants)
    const added = plants.map(pickRequest)
    const chars = added.reduce((sum, plant) => sum + charsOfPlant(plant), 0)
    const { plantBudget } = this.#shared
    if (!plantBudget.fits(chars))
      throw new FullError(`The mock does not keep ${added.length} more plants: reset it first`)
    plantBudget.take(chars)
    for (const plant of added) {
      this.#run.plants.add(plant, charsOfPlant(plant))
      this.events.emit('plant', () => ({ ...plant }))
    }
    this.#changed()
  }

  /** Those that were answered in the order of their answers, then those that wait. */
  get requests(): MockRequest[] {
    return this.lastRequests(Infinity).map(({ request }) => request)
  }

  /** The last requests of this list, formed when they are read. */
  lastRequests(count: number): readonly { readonly request: MockRequest }[] {
    const waiting = this.waiting.map(record => ({
      get request() {
        return toMockRequest(record)
      },
    }))
    return [...this.#run.journal.entries, ...waiting].slice(-count)
  }

  /** Requests that are held or delayed, in the order of their arrival. */
  get waiting(): RequestRecord[] {
    const waiting = [...this.#run.waiting].filter(({ pending }) => pending !== undefined)
    return waiting.sort((a, b) => a.number - b.number)
  }

  get requestCount(): number {
    return this.#run.journal.count
  }

  requestsSince(position: number): readonly JournalEntry[] {
    return this.#run.journal.since(position)
  }

  clearRequests(): void {
    this.#checkNotEnded()
    this.#run.journal.clear()
    this.#runCount++
    this.#changed()
  }

  get settings(): Settings {
    return this.#run.settings
  }

  updateSettings(update: SettingsUpdate): void {
    this.#checkNotEnded()
    this.#run.updateSettings(update)
    this.#changed()
  }

  /** What is in store for requests to come. */
  get pending(): Pending {
    return this.#run.pending
  }

  reset({ canUndo = false }: { canUndo?: boolean } = {}): void {
    this.#checkNotEnded()
    this.#forgetUndo()
    const run = this.#endRun('The store was reset')
    if (canUndo) this.#undo = { run, until: Date.now() + UNDO_MS }
    else run.discard()
    this.#run = this.#createRun()
    this.#changed()
  }

  /** Restores what the last reset removed. Returns why it cannot, if so. */
  undoReset(): string | undefined {
    const undo = this.#undo
    if (!undo || Date.now() > undo.until)
      return `A reset can be undone within ${UNDO_MS / 1_000} seconds: it is too late, or there was none`
    if (this.#run.isChanged)
      return 'Requests or plants have arrived since the reset: they would be lost'
    this.#undo = undefined
    this.#endRun('The reset was undone').discard()
    this.#run = undo.run
    this.#run.endReason = undefined
    this.#changed()
    return undefined
  }

  #forgetUndo(): void {
    this.#undo?.run.discard()
    this.#undo = undefined
  }

  /** Ends the holds of the run, and keeps the requests that are still to be answered out of the next. */
  #endRun(reason: string): Run {
    this.#run.endReason = reason
    this.#run.pending.holds.end(reason)
    this.#runCount++
    return this.#run
  }

  /** Changes with each reset, and when the journal is cleared. */
  get runCount(): number {
    return this.#runCount
  }

  #createRun(): Run {
    return new Run(this.options, this.#shared, {
      changed: () => this.#changed(),
      checkNotEnded: () => this.#checkNotEnded(),
    })
  }

  #changed(): void {
    this.events.emit('pending', () => undefined)
    this.events.emit('change', () => undefined)
  }
}
