import { pickRequest } from '../../generated/contract.ts'
import { type FetchHandler, toFetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import type { StoreResponse } from '../http/response.ts'
import { Budget, MAX_PLANT_CHARS } from './budget.ts'
import { checkOperation } from './checks.ts'
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
import { type Arrival, Responder } from './responder.ts'
import { charsOfPlant, Run } from './run.ts'

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
  readonly #plantBudget: Budget
  readonly #responder: Responder
  #run: Run
  #runCount = 0
  #lastId = 0
  #endReason: string | undefined
  #undo: { readonly run: Run; readonly until: number } | undefined

  constructor(options: MockStoreOptions, session?: string, plantBudget?: Budget) {
    const { accessTokens, maxBodyBytes = 2 ** 20 } = options
    this.options = options
    this.#session = session
    this.#plantBudget = plantBudget ?? new Budget(MAX_PLANT_CHARS)
    this.maxBodyBytes = maxBodyBytes
    this.#responder = new Responder({
      accessTokens: accessTokens && new Set(accessTokens),
      maxBodyBytes,
      plantBudget: this.#plantBudget,
      events: this.events,
    })
    this.#run = this.#createRun()
  }

  /** The session is over: ends its holds, and gives its share of what all sessions keep to the others. */
  end(reason: string): void {
    this.#endReason = reason
    this.#forgetUndo()
    this.#plantBudget.give(this.#endRun(reason).plantChars)
  }

  checkNotEnded(): void {
    if (this.#endReason !== undefined) throw new Error(this.#endReason)
  }

  /** Another store with the same options, for requests of that session. */
  createSession(name: string): ReferenceStore {
    return new ReferenceStore(this.options, name, this.#plantBudget)
  }

  /** Answers a request. A preflight is no request of the application. */
  respond(request: StoreRequest, arrival?: Arrival): StoreResponse | Promise<StoreResponse> {
    const preflight = request.method === 'OPTIONS' && checkOperation(request)
    return preflight || this.#responder.respond(request, arrival ?? this.arrive(request))
  }

  /** Numbers a request. */
  arrive({ method, url, headers, headerChars }: StoreRequest): Arrival {
    const run = this.#run
    return {
      run,
      record: {
        number: run.nextNumber(),
        time: Date.now(),
        method,
        url,
        headers,
        headerChars,
        session: this.#session,
        text: undefined,
        isJson: false,
        id: undefined,
        pending: undefined,
        response: undefined,
        duration: undefined,
        reason: undefined,
        failure: undefined,
        isRandom: false,
        isHandler: false,
      },
    }
  }

  /** Enters the response of someone else into the journal. */
  settle(arrival: Arrival, response: StoreResponse): void {
    this.#responder.settle(arrival, response)
  }

  get plants(): readonly NewPlant[] {
    return this.#run.plants
  }

  addPlants(plants: readonly NewPlant[]): void {
    checkAddPlants(plants)
    const added = plants.map(pickRequest)
    const chars = added.reduce((sum, plant) => sum + charsOfPlant(plant), 0)
    if (!this.#plantBudget.fits(chars))
      throw new FullError(`The mock does not keep ${added.length} more plants: reset it first`)
    this.#plantBudget.take(chars)
    for (const plant of added) {
      this.#run.addPlant(plant, charsOfPlant(plant))
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
    this.#run.journal.clear()
    this.#runCount++
    this.#changed()
  }

  get settings(): Settings {
    return this.#run.settings
  }

  updateSettings(update: SettingsUpdate): void {
    this.#run.updateSettings(update)
    this.#changed()
  }

  /** What is in store for requests to come. */
  get pending(): Pending {
    return this.#run.pending
  }

  reset({ canUndo = false }: { canUndo?: boolean } = {}): void {
    this.#forgetUndo()
    const run = this.#endRun('The store was reset')
    if (canUndo) this.#undo = { run, until: Date.now() + UNDO_MS }
    else this.#plantBudget.give(run.plantChars)
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
    this.#plantBudget.give(this.#endRun('The reset was undone').plantChars)
    this.#run = undo.run
    this.#run.isOver = false
    this.#changed()
    return undefined
  }

  #forgetUndo(): void {
    if (this.#undo) this.#plantBudget.give(this.#undo.run.plantChars)
    this.#undo = undefined
  }

  /** Ends the holds of the run, and keeps the requests that are still to be answered out of the next. */
  #endRun(reason: string): Run {
    this.#run.isOver = true
    this.#run.pending.holds.end(reason)
    this.#runCount++
    return this.#run
  }

  /** Changes with each reset, and when the journal is cleared. */
  get runCount(): number {
    return this.#runCount
  }

  #createRun(): Run {
    const nextId = () => String(++this.#lastId)
    const run = new Run(this.options, nextId, () => this.#changed())
    this.#plantBudget.take(run.plantChars)
    return run
  }

  #changed(): void {
    this.events.emit('change', () => undefined)
  }
}
