import { pickRequest, pickSuccess, successStatus } from '../../generated/contract.ts'
import {
  type Answer,
  errorAnswer,
  faultAnswer,
  isNetworkError,
  NetworkError,
  type Refusal,
  SUCCESS_HEADERS,
} from '../http/answer.ts'
import { readJsonBody } from '../http/body.ts'
import { type FetchHandler, toFetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkOptions } from './check-options.ts'
import { answerPreflight, checkHead, checkRequest, type Received } from './checks.ts'
import { StoreError } from './errors.ts'
import { EventEmitter, type MockStoreEvents } from './events.ts'
import {
  checkFailNext,
  checkRelease,
  type Failure,
  type FailureOptions,
  failureOptionsSchema,
  StoredFailure,
} from './failures.ts'
import { type HoldOptions, type Holds, holdOptionsSchema, StoredHold } from './holds.ts'
import { Limits, Share } from './limits.ts'
import { Matcher } from './match.ts'
import {
  MAX_HEADERS,
  type MockRequest,
  type RequestRecord,
  recordAnswer,
  recordBody,
  toMockRequest,
} from './mock-request.ts'
import type { MockStore, Scheduled } from './mock-store.ts'
import {
  applySettings,
  checkAddPlants,
  type MockStoreOptions,
  type SettingsUpdate,
  settingsSchema,
  storeSchema,
} from './options.ts'
import type { NewPlant } from './plant.ts'
import { findPlantProblems, findUnknownFields } from './plant-problems.ts'
import { StartPlants } from './plants.ts'
import { StoreState } from './state.ts'
import { cutShort, halfOf } from './transport-failures.ts'

/** Asks msw handlers before the store. Resolves to undefined if none of them answers. */
export type AskFirst = (request: StoreRequest, body: Uint8Array) => Promise<Answer | undefined>

/** What began an epoch, and so emptied the journal. */
interface Beginning {
  /** In milliseconds since 1970. */
  readonly time: number
  readonly reason: string
}

/** State shared by the stores of all sessions. */
interface Shared {
  readonly startPlants: StartPlants
  readonly limits: Limits
}

/** Answers requests as the service does, and remembers plants, requests and failures. */
export class ReferenceStore implements MockStore {
  readonly #events = new EventEmitter()
  readonly #options: MockStoreOptions
  readonly #session: string | undefined
  readonly #shared: Shared
  readonly #accessTokens: ReadonlySet<string> | undefined
  readonly #maxBodyBytes: number
  #state: StoreState
  #epoch = 0
  #began: Beginning
  #open = 0
  #endReason: string | undefined

  constructor(options: MockStoreOptions, session?: string, shared?: Shared) {
    const { accessTokens, maxBodyBytes = 2 ** 20, plants = [] } = options
    this.#options = options
    this.#session = session
    this.#shared = shared ?? { startPlants: new StartPlants(plants), limits: new Limits() }
    this.#accessTokens = accessTokens && new Set(accessTokens)
    this.#maxBodyBytes = maxBodyBytes
    this.#state = this.#createState()
    this.#began = {
      time: Date.now(),
      reason: session === undefined ? 'The mock was started' : 'The session was created',
    }
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
    request => answerPreflight(request) ?? this.respond(request, checkHead(request)),
  )

  /** Answers a request and journals it. `refusal` is the outcome of `checkHead`. */
  async respond(
    request: StoreRequest,
    refusal: Refusal | undefined,
    askFirst?: AskFirst,
  ): Promise<Answer> {
    if (this.#endReason !== undefined) return errorAnswer({ status: 410, message: this.#endReason })
    const state = this.#state // a reset replaces it
    const record = state.arrive(request, this.session)
    this.#open++
    try {
      const { handled, isCutShort, ...received } = await this.#receive(
        request,
        state,
        record,
        askFirst,
      )
      if (handled) return recordAnswer(record, handled)
      const refused = refusal ?? (isCutShort ? received.refusal : undefined)

      const hold = refused ? undefined : state.holds.find(received.plant)
      if (hold && !state.inFlight.enter(record)) return recordAnswer(record, TOO_MANY_IN_FLIGHT)
      if (hold) record.failure = await this.#hold(hold, request, state, record)
      const latency = state.nextLatency()
      if (latency > 0 && !state.inFlight.enter(record))
        return recordAnswer(record, TOO_MANY_IN_FLIGHT)
      if (request.endReason) throw new NetworkError(request.endReason)
      if (!refused && !record.failure) Object.assign(record, state.takeFailure(received.plant))

      const answer = record.failure
        ? record.failure.toAnswer()
        : this.#answer(request, state, refused, received)
      if (latency > 0) await this.#delay(latency, request, state, record, answer)
      return await this.#deliver(request, state, record, answer)
    } catch (error) {
      if (!isNetworkError(error)) return recordAnswer(record, faultAnswer(error))
      record.reason = error.message
      throw error
    } finally {
      this.#close(state, record)
    }
  }

  /** Reads and records the body, and asks handlers. Of the body, only its plant stays in memory. */
  async #receive(
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
    askFirst: AskFirst | undefined,
  ): Promise<Received & { handled: Answer | undefined; isCutShort: boolean }> {
    const share = new Share(this.#shared.limits.bodyBytes)
    try {
      const body = await readJsonBody(request, this.#maxBodyBytes, share)
      recordBody(record, body)
      const { bytes, value, refusal, size, isCutShort = false } = body
      const mayBeHandled = bytes && request.headerCount <= MAX_HEADERS
      const handled =
        askFirst && mayBeHandled
          ? await this.#askHandlers(askFirst, request, record, bytes)
          : undefined
      const { unknownFields } = state.settings
      const problems = refusal ? [] : findPlantProblems(value, { unknownFields })
      const isPlant = !refusal && problems.length === 0
      if (request.target.isOperation && unknownFields === 'ignore')
        record.ignored = findUnknownFields(value)
      const plant = isPlant ? pickRequest(value as NewPlant) : undefined
      return { handled, isCutShort, size, refusal, problems, plant }
    } finally {
      share.giveBack()
    }
  }

  async #askHandlers(
    askFirst: AskFirst,
    request: StoreRequest,
    record: RequestRecord,
    body: Uint8Array,
  ): Promise<Answer | undefined> {
    record.isHandler = true // also if the handler gives a network error
    const answer = await askFirst(request, body)
    record.isHandler = answer !== undefined
    return answer
  }

  /** Holds a request until it is released. Resolves to the failure that it is released with, if any. */
  async #hold(
    hold: StoredHold,
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
  ): Promise<StoredFailure | undefined> {
    const released = hold.hold(record)
    const wait = state.inFlight.wait(record, 'held', request.signal, {
      until: released,
      reasonIfLeft: 'The client disconnected while the request was held',
    })
    hold.announce(record)
    this.#waits(record)
    try {
      return await wait
    } catch (error) {
      if (isNetworkError(error)) state.holds.end(hold, error.message)
      throw error
    }
  }

  /** Makes the checks that are left, and adds the plant. */
  #answer(
    request: StoreRequest,
    state: StoreState,
    refused: Refusal | undefined,
    received: Received,
  ): Answer {
    const { settings, plants } = state
    const context = { accessTokens: this.#accessTokens, settings, plants }
    const refusal = refused ?? checkRequest(request, received, context)
    if (refusal) return errorAnswer(refusal)
    const { plant, size = 0 } = received
    if (!plant) throw new TypeError('The checks have passed a body that is no plant')
    if (this.#endReason !== undefined) return errorAnswer({ status: 410, message: this.#endReason })
    if (state.endReason === undefined) {
      if (!state.addPlants([plant], size)) return errorAnswer(NO_ROOM_FOR_PLANTS)
      this.#events.emit('plant', () => ({ ...plant }))
    }
    return { status: successStatus, headers: SUCCESS_HEADERS, body: writeJson(pickSuccess(plant)) }
  }

  async #delay(
    ms: number,
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
    answer: Answer | undefined,
  ): Promise<void> {
    const isAdded = !record.failure && answer?.status === successStatus
    let timer: ReturnType<typeof setTimeout> | undefined
    const until = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ms)
    })
    const reasonIfLeft = `The client disconnected while the response was delayed${isAdded ? ADDED : ''}`
    const wait = state.inFlight.wait(record, 'delayed', request.signal, { until, reasonIfLeft })
    this.#changed()
    try {
      await wait
    } finally {
      clearTimeout(timer)
    }
  }

  /** Records the part of an answer that the client sees, or makes the transport fail. */
  async #deliver(
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
    answer: Answer | undefined,
  ): Promise<Answer> {
    const failure = record.failure?.toFailure()
    if (failure === 'no-answer') return await this.#leaveUnanswered(request, state, record)
    if (!answer) throw new NetworkError('Injected failure: network-error')
    if (failure !== 'cut-short') return recordAnswer(record, answer)
    recordAnswer(record, halfOf(answer))
    return cutShort(answer)
  }

  /** Keeps a client waiting until it leaves. */
  async #leaveUnanswered(
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
  ): Promise<Answer> {
    if (!state.inFlight.enter(record)) {
      record.failure = undefined
      return recordAnswer(record, TOO_MANY_IN_FLIGHT)
    }
    const wait = state.inFlight.wait(record, 'no-answer', request.signal, {
      until: new Promise<never>(() => {}),
      reasonIfLeft: 'The client disconnected',
    })
    this.#waits(record)
    return await wait
  }

  /** Journals a request that is over. After a reset, only the log shows it. */
  #close(state: StoreState, record: RequestRecord): void {
    this.#open--
    state.inFlight.leave(record)
    record.duration = Math.max(0, Date.now() - record.time)
    record.reason ??= state.endReason
    record.failure = record.failure?.toShort()
    if (state.endReason === undefined) state.journal.add(record)
    this.#events.emit('record', () => record)
    if (state.endReason !== undefined) return
    this.#events.emit('request', () => toMockRequest(record))
    this.#changed()
  }

  #waits(record: RequestRecord): void {
    this.#events.emit('waiting', () => record)
    this.#changed()
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
  get epoch(): number {
    return this.#epoch
  }

  /** What began the epoch. */
  get began(): Beginning {
    return this.#began
  }

  /** Whether any request is unanswered. */
  get hasUnanswered(): boolean {
    return this.#open > 0
  }

  get plants(): NewPlant[] {
    return Array.from(this.#state.plants, plant => ({ ...plant }))
  }

  get requests(): MockRequest[] {
    return Array.from(this.#state.requests(), toMockRequest)
  }

  get scheduled(): Scheduled[] {
    const { failures, holds } = this.#state
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
    if (event !== 'request' && event !== 'plant')
      throw new TypeError(`on: there is no event ${String(event)}`)
    return this.#events.on(event, listener)
  }

  readonly addPlants = (plants: readonly NewPlant[]): void => {
    this.checkNotEnded()
    checkAddPlants(plants, this.#state.settings)
    const added = plants.map(pickRequest)
    const bytes = added.reduce((sum, plant) => sum + writeJson(plant).length, 0)
    if (!this.#state.addPlants(added, bytes))
      throw new StoreError(507, 'The mock has no room for these plants: reset it to remove others')
    for (const plant of added) this.#events.emit('plant', () => ({ ...plant }))
    this.#changed()
  }

  /** Returns the id of the failure. */
  readonly failNext = (failure: Failure, options: FailureOptions = {}): string => {
    this.checkNotEnded()
    checkFailNext(failure, options, failureOptionsSchema)
    const { match, skip = 0, times = 1 } = options
    const id = this.#schedule(failure, match && new Matcher(match), { skip, times })
    this.#changed()
    return id
  }

  #schedule(
    failure: Failure,
    matcher: Matcher | undefined,
    { skip, times }: { skip: number; times: number },
  ): string {
    const id = this.#shared.limits.nextId()
    this.#state.failures.add({ id, failure: new StoredFailure(failure), matcher, skip, times })
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

  readonly holdNext = (options: HoldOptions = {}): StoredHold => {
    this.checkNotEnded()
    checkOptions(options, holdOptionsSchema)
    const { match } = options
    const id = this.#shared.limits.nextId()
    const { holds } = this.#state
    const hold = new StoredHold(id, match && new Matcher(match), failure =>
      this.#release(hold, holds, failure),
    )
    holds.add(hold)
    this.#changed()
    return hold
  }

  /** Does nothing if the hold is over. If no request has arrived, schedules the failure. */
  #release(hold: StoredHold, holds: Holds, failure: Failure | undefined): void {
    checkRelease(failure)
    if (holds.get(hold.id) !== hold) return
    holds.end(hold, hold.held ? 'It was released' : 'It was released before a request arrived')
    if (hold.held) hold.letGo(failure === undefined ? undefined : new StoredFailure(failure))
    else if (failure !== undefined) this.#schedule(failure, hold.matcher, { skip: 0, times: 1 })
    this.#changed()
  }

  readonly updateSettings = (update: SettingsUpdate): void => {
    this.checkNotEnded()
    checkOptions(update, settingsSchema)
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

  // It may be given to a hook of a test runner, which passes arguments of its own.
  readonly reset = (): void => this.resetBy('Code in the process')

  /** The reason begins with `asker`, such as "A client". */
  resetBy(asker: string): void {
    this.checkNotEnded()
    this.#state.end('The store was reset')
    this.#state.clear()
    this.#state = this.#createState(this.#state)
    this.#begin(`${asker} reset the ${this.session === undefined ? 'mock' : 'session'}`)
    this.#changed()
  }

  /** Begins an epoch. */
  #begin(reason: string): void {
    this.#epoch++
    this.#began = { time: Date.now(), reason }
  }

  /** Ends every hold and every request in flight. */
  close(reason: string): void {
    this.#state.holds.endAll(reason)
    this.#state.inFlight.end(reason)
    this.#changed()
  }

  /** Ends the session: requests get a 410 with that reason, and changes throw a `StoreError`. */
  end(reason: string): void {
    this.close(reason)
    this.#endReason = reason
    this.#state.end(reason)
    this.#changed()
  }

  /** Throws a `StoreError` if the session was ended. */
  checkNotEnded(): void {
    if (this.#endReason !== undefined) throw new StoreError(410, this.#endReason)
  }

  #changed(): void {
    this.#events.emit('change', () => undefined)
  }
}

const toMatch = (matcher: Matcher | undefined) => (matcher ? { match: matcher.toMatch() } : {})

const ADDED = ', after its plant was added'

const NO_ROOM_FOR_PLANTS: Refusal = {
  status: 507,
  message: 'The mock has no room for more plants: reset it to remove them',
}

/** With `Retry-After`, the client knows that nothing was added, and tries again. */
const TOO_MANY_IN_FLIGHT: Answer = errorAnswer({
  status: 503,
  message: 'Too many requests are in flight: release some that are held, or lower the latency',
  headers: { 'retry-after': '1' },
})

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

/** Creates a store whose whole class is known, for the app around it. */
export function createReferenceStore(options: MockStoreOptions): ReferenceStore {
  checkOptions(options, storeSchema)
  const { plants = [] } = options
  return new ReferenceStore({ ...options, plants: plants.map(pickRequest) })
}
