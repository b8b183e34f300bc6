import { type Answer, errorAnswer, type Refusal } from '../http/answer.ts'
import { answerPreflight, withCors } from '../http/cors.ts'
import { type FetchHandler, toFetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkFailNext, checkRelease, failureOptionsSchema } from './check-failure.ts'
import { checkOptions, throwIfAny } from './check-options.ts'
import { answerOptions, checkHead } from './checks.ts'
import { StoreError } from './errors.ts'
import { EventEmitter, type MockStoreEvents } from './events.ts'
import { type Backends, Exchange, type ExchangeContext } from './exchange.ts'
import type { MockFailure, MockFailureOptions } from './failure.ts'
import { type Holds, holdOptionsSchema, type MockHoldOptions, StoredHold } from './holds.ts'
import { Ids } from './ids.ts'
import { Limits } from './limits.ts'
import { Matcher } from './match.ts'
import type { MockRequest } from './mock-request.ts'
import type { MockScheduled, MockStore } from './mock-store.ts'
import {
  applySettings,
  checkAddPlants,
  type MockSettingsUpdate,
  type MockStoreOptions,
  settingsSchema,
  storeSchema,
} from './options.ts'
import type { NewPlant } from './plant.ts'
import { StartPlants, toSeed } from './plants.ts'
import { toMockRequest } from './read-record.ts'
import { byteLength } from './request-record.ts'
import { StoreState } from './state.ts'
import { StoredFailure } from './stored-failure.ts'

/** When and why the current epoch began. */
interface EpochStart {
  /** In milliseconds since 1970. */
  readonly time: number
  readonly reason: string
}

/** State shared by the stores of all sessions. */
interface Shared {
  readonly startPlants: StartPlants
  readonly limits: Limits
  /** Of sessions, failures and holds. */
  readonly ids: Ids
  /** The address of the service that a server forwards to. */
  service?: string
}

/** The store, with what the rest of the mock needs of it. An `Exchange` answers each request. */
export class ReferenceStore implements MockStore {
  readonly #events = new EventEmitter()
  readonly #options: MockStoreOptions
  readonly #session: string | undefined
  readonly #shared: Shared
  /** Tells the session from all others, even from one of its name or of another start of the mock. */
  readonly #id: string
  readonly #context: ExchangeContext
  #state: StoreState
  #epoch = 0
  #began: EpochStart
  #endReason: string | undefined

  constructor(options: MockStoreOptions, session?: string, shared?: Shared) {
    const { accessTokens, maxBodyBytes = 2 ** 20, plants = [] } = options
    this.#options = options
    this.#session = session
    this.#shared = shared ?? {
      startPlants: new StartPlants(plants),
      limits: new Limits(),
      ids: new Ids(),
    }
    this.#id = this.#shared.ids.next()
    this.#context = {
      accessTokens: accessTokens && new Set(accessTokens),
      maxBodyBytes,
      limits: this.#shared.limits,
      events: this.#events,
      exchanges: new Set(),
      session,
    }
    this.#state = this.#createState()
    this.#began = {
      time: Date.now(),
      reason: session === undefined ? 'The mock was started' : 'The session was created',
    }
  }

  get maxBodyBytes(): number {
    return this.#context.maxBodyBytes
  }

  /** Creates another store with the same options. */
  createSession(name: string): ReferenceStore {
    return new ReferenceStore(this.#options, name, this.#shared)
  }

  #createState(before?: StoreState): StoreState {
    const { startPlants, limits } = this.#shared
    return new StoreState(this.#options, startPlants, limits, before)
  }

  readonly fetch: FetchHandler = toFetchHandler(
    request =>
      answerPreflight(request) ??
      answerOptions(request) ??
      this.respond(request, checkHead(request)),
  )

  /** Answers a request and journals it. `refusal` is the outcome of `checkHead`. */
  respond(
    request: StoreRequest,
    refusal: Refusal | undefined,
    backends: Backends = {},
  ): Answer | Promise<Answer> {
    if (this.#endReason !== undefined)
      return withCors(errorAnswer({ status: 410, message: this.#endReason }), request)
    return new Exchange(request, this.#state, this.#context).run(refusal, backends)
  }

  /** Tells the store that a server forwards its requests, in every session. */
  setService(service: string): void {
    this.#shared.service = service
  }

  /** Refuses what only the service decides, if a server forwards to one. */
  #checkOwn(options: readonly string[]): void {
    const { service } = this.#shared
    if (service === undefined) return
    const message = `has no effect on ${service}, to which the mock forwards`
    throwIfAny(options.map(option => ({ option, pointer: '', message })))
  }

  /** Undefined for the default session. */
  get session(): string | undefined {
    return this.#session
  }

  get options(): MockStoreOptions {
    return this.#options
  }

  get events(): EventEmitter {
    return this.#events
  }

  /** The state that a reset replaces: plants, journal, failures, holds and settings. */
  get state(): StoreState {
    return this.#state
  }

  /** Changes with each reset, and when the journal is cleared. */
  get epoch(): string {
    return `${this.#id}-${this.#epoch}`
  }

  get began(): EpochStart {
    return this.#began
  }

  /** Whether any request is unanswered. */
  get hasUnanswered(): boolean {
    return this.#context.exchanges.size > 0
  }

  /** Returns the store itself. A state library may wrap it in a Proxy, which has no private members. */
  readonly unwrap = (): ReferenceStore => this

  get plants(): NewPlant[] {
    return Array.from(this.unwrap().state.plants, plant => ({ ...plant }))
  }

  get requests(): MockRequest[] {
    return Array.from(this.unwrap().state.requests(), toMockRequest)
  }

  get scheduled(): MockScheduled[] {
    const { failures, holds } = this.unwrap().state
    return [
      ...failures.entries
        .filter(({ isUsed }) => !isUsed)
        .map(({ failure, times, skip, matcher }) => {
          return { failure: failure.toFailure(), times, skip, ...toMatch(matcher) }
        }),
      ...Array.from(holds)
        .filter(({ held }) => !held)
        .map(({ matcher }) => ({ hold: true as const, ...toMatch(matcher) })),
    ]
  }

  readonly on = <E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('on: listener must be a function')
    // Each listener gets a copy of its own, so that none can change what another gets.
    const tell = listener as (detail: MockRequest | NewPlant) => void
    if (event === 'request')
      return this.#events.on('request', record => tell(toMockRequest(record)))
    if (event === 'plant') return this.#events.on('plant', plant => tell({ ...plant }))
    throw new TypeError(`on: there is no event ${String(event)}`)
  }

  readonly addPlants = (plants: readonly NewPlant[]): void => {
    this.checkNotEnded()
    this.#checkOwn(['addPlants'])
    checkAddPlants(plants, this.#state.settings)
    const added = plants.map(toSeed)
    const bytes = added.reduce((sum, plant) => sum + byteLength(writeJson(plant)), 0)
    if (!this.#state.addPlants(added, bytes))
      throw new StoreError(507, 'The mock has no room for these plants: reset it to remove others')
    for (const plant of added) this.#events.emit('plant', plant)
    this.#changed()
  }

  /** Returns the id of the failure. */
  readonly failNext = (failure: MockFailure, options: MockFailureOptions = {}): string => {
    this.checkNotEnded()
    checkFailNext(failure, options, failureOptionsSchema)
    const { match, skip = 0, times = 1 } = options
    const id = this.#schedule(failure, match && new Matcher(match), { skip, times })
    this.#changed()
    return id
  }

  #schedule(
    failure: MockFailure,
    matcher: Matcher | undefined,
    { skip, times }: { skip: number; times: number },
  ): string {
    const id = this.#shared.ids.next()
    this.#state.failures.add({
      id,
      failure: new StoredFailure(failure, { id }),
      matcher,
      skip,
      times,
    })
    return id
  }

  /** Returns whether there was a failure with that id. */
  removeFailure(id: string): boolean {
    this.checkNotEnded()
    const wasThere = this.#state.failures.remove(id)
    if (wasThere) this.#changed()
    return wasThere
  }

  readonly clearFailures = (): void => {
    this.checkNotEnded()
    this.#state.failures.clear()
    this.#changed()
  }

  readonly holdNext = (options: MockHoldOptions = {}): StoredHold => {
    this.checkNotEnded()
    checkOptions(options, holdOptionsSchema)
    const { match } = options
    const id = this.#shared.ids.next()
    const { holds } = this.#state
    const hold = new StoredHold(id, match && new Matcher(match), failure =>
      this.#release(hold, holds, failure),
    )
    holds.add(hold)
    this.#changed()
    return hold
  }

  /** Does nothing if the hold is over. If no request has arrived, schedules the failure. */
  #release(hold: StoredHold, holds: Holds, failure: MockFailure | undefined): void {
    checkRelease(failure)
    if (holds.get(hold.id) !== hold) return
    holds.end(hold, hold.held ? 'It was released' : 'It was released before a request arrived')
    if (hold.held) hold.letGo(failure === undefined ? undefined : new StoredFailure(failure))
    else if (failure !== undefined) this.#schedule(failure, hold.matcher, { skip: 0, times: 1 })
    this.#changed()
  }

  readonly updateSettings = (update: MockSettingsUpdate): void => {
    this.checkNotEnded()
    checkOptions(update, settingsSchema)
    const { settings } = this.#state
    this.#checkOwn(POLICIES.filter(name => (update[name] ?? settings[name]) !== settings[name]))
    this.#state.settings = applySettings(this.#state.settings, update)
    this.#changed()
  }

  /** The reason begins with `asker`, such as "A client". */
  clearRequests(asker: string): void {
    this.checkNotEnded()
    this.#state.journal.clear()
    this.#begin(`${asker} cleared the log`)
    this.#changed()
  }

  // Takes no arguments: a test runner that calls it as a hook passes its own.
  readonly reset = (): void => this.resetBy('Code in the process')

  /** The reason begins with `asker`, such as "A client". */
  resetBy(asker: string): void {
    this.checkNotEnded()
    this.#state.end('The store was reset')
    this.#state.clear()
    this.#state = this.#createState(this.#state)
    this.#begin(
      this.session === undefined ? `${asker} reset the mock` : `${asker} reset the session`,
    )
    this.#changed()
  }

  #begin(reason: string): void {
    this.#epoch++
    this.#began = { time: Date.now(), reason }
  }

  /** Ends every hold and every request in flight. */
  endInFlight(reason: string): void {
    this.#state.holds.endAll(reason)
    this.#state.inFlight.end(reason)
    this.#changed()
  }

  /** Ends the session: requests get a 410 with that reason, and changes throw a `StoreError`. */
  end(reason: string): void {
    this.#endReason = reason
    this.#state.end(reason)
    this.#changed()
  }

  /** Throws a `StoreError` if the session was ended. */
  checkNotEnded(): void {
    if (this.#endReason !== undefined) throw new StoreError(410, this.#endReason)
  }

  #changed(): void {
    this.#events.emit('change', undefined)
  }
}

/** The settings that decide what the store answers. */
const POLICIES = ['duplicateIds', 'unknownFields'] as const

const toMatch = (matcher: Matcher | undefined) => (matcher ? { match: matcher.toMatch() } : {})

/** Checks the shape, because the store may come from this package's other build, ESM or CJS. */
export const isReferenceStore = (value: unknown): value is ReferenceStore =>
  typeof value === 'object' && value !== null && 'respond' in value && 'createSession' in value

/**
 * Creates a store. Stores share nothing.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 * import { createMockStore } from 'plant-store-client/mock'
 *
 * const store = createMockStore({ accessTokens: ['token'] })
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com',
 *   accessToken: 'token',
 *   fetch: store.fetch,
 * })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(store.plants) // [ { name: 'Monstera', id: 1 } ]
 * ```
 */
export function createMockStore(options: MockStoreOptions = {}): MockStore {
  return createReferenceStore(options)
}

/** Creates a store, typed as its class, for the app around it. */
export function createReferenceStore(options: MockStoreOptions): ReferenceStore {
  checkOptions(options, storeSchema)
  return new ReferenceStore({ ...options, plants: options.plants?.map(toSeed) })
}
