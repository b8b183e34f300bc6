import {
  pickRequest,
  pickSuccess,
  requestMediaType,
  successStatus,
} from '../../generated/contract.ts'
import {
  type Answer,
  errorAnswer,
  faultAnswer,
  isNetworkError,
  NetworkError,
  SUCCESS_HEADERS,
} from '../http/answer.ts'
import { checkMediaType, isCutShort, readJsonBody } from '../http/body.ts'
import { type FetchHandler, toFetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkOptions } from './check-options.ts'
import { StoreError } from './errors.ts'
import { EventEmitter } from './events.ts'
import {
  checkFailNext,
  checkRelease,
  type Failure,
  type FailureOptions,
  failureOptionsSchema,
  StoredFailure,
} from './failures.ts'
import { type HoldOptions, holdOptionsSchema, StoredHold } from './holds.ts'
import { Limits } from './limits.ts'
import { Matcher } from './match.ts'
import { type RequestRecord, recordAnswer, recordBody, toMockRequest } from './mock-request.ts'
import {
  applySettings,
  checkAddPlants,
  type MockStoreOptions,
  type SettingsUpdate,
  settingsSchema,
} from './options.ts'
import type { NewPlant } from './plant.ts'
import { canonicalId, StartPlants } from './plants.ts'
import { checkOperation, checkPlant, checkToken, findUnknownFields } from './rules.ts'
import { StoreState } from './state.ts'
import { cutShort, failSilently, halfOf, isSilent } from './transport-failures.ts'

/** Asks msw handlers before the store. Resolves to undefined if none of them answers. */
export type AskFirst = (request: StoreRequest, body: Uint8Array) => Promise<Answer | undefined>

/** A request whose body has been read. */
interface Received {
  /** Set if there is nothing more to check. */
  readonly answer?: Answer | undefined
  readonly plant?: NewPlant | undefined
  /** Set if the body is wrong. */
  readonly refusal?: Answer | undefined
  /** In bytes; undefined if the body was too long. */
  readonly size?: number | undefined
}

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
export class ReferenceStore {
  readonly options: MockStoreOptions
  /** Undefined for the default session. */
  readonly session: string | undefined
  readonly events: EventEmitter = new EventEmitter()
  readonly fetch: FetchHandler = toFetchHandler(request => this.respond(request))
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
    this.options = options
    this.session = session
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
    return new ReferenceStore(this.options, name, this.#shared)
  }

  #createState(before?: StoreState): StoreState {
    const { startPlants, limits } = this.#shared
    return new StoreState(this.options, startPlants, limits, before)
  }

  /** Answers a request and journals it, unless it is a preflight, which the application did not send. */
  async respond(request: StoreRequest, askFirst?: AskFirst): Promise<Answer> {
    const preflight = request.method === 'OPTIONS' && checkOperation(request)
    if (preflight) return preflight
    if (this.#endReason !== undefined) return errorAnswer(410, this.#endReason)
    const state = this.#state // a reset replaces it
    const record = state.arrive(request, this.session)
    this.#open++
    try {
      const received = await this.#receive(request, state, record, askFirst)
      if (record.isHandler && received.answer) return recorded(record, received.answer)
      const answer = received.answer ?? (await this.#answer(request, state, record, received))
      const latency = state.nextLatency()
      if (latency > 0) await this.#delay(latency, request, record, answer)
      return deliver(request, record, answer)
    } catch (error) {
      if (!isNetworkError(error)) return recorded(record, faultAnswer(error))
      record.reason ??= error.message
      throw error
    } finally {
      this.#close(state, record)
    }
  }

  /** Reads and records the body. Apart from the record, only the plant stays in memory. */
  async #receive(
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
    askFirst: AskFirst | undefined,
  ): Promise<Received> {
    const body = await readJsonBody(request, this.#maxBodyBytes)
    recordBody(record, body)
    const { bytes, value } = body
    if (askFirst && bytes) {
      record.isHandler = true
      const answer = await askFirst(request, bytes)
      if (answer) return { answer }
      record.isHandler = false
    }
    const answer = checkOperation(request) ?? (isCutShort(body) ? body.refusal : undefined)
    if (answer) return { answer }
    const { unknownFields } = state.settings
    if (unknownFields === 'ignore') record.ignored = findUnknownFields(value)
    const refusal = body.refusal ?? checkPlant(value, unknownFields)
    const plant = refusal ? undefined : pickRequest(value as NewPlant)
    return { plant, refusal, size: bytes?.length }
  }

  /** Makes the checks in order. Resolves to undefined if the request meets a failure without an answer. */
  async #answer(
    request: StoreRequest,
    state: StoreState,
    record: RequestRecord,
    { plant, refusal, size }: Received,
  ): Promise<Answer | undefined> {
    const hold = state.holds.find(plant)
    if (hold && !request.signal.aborted) {
      if (!this.#shared.limits.inFlight.take()) return TOO_MANY_IN_FLIGHT
      state.holds.meet(hold)
      record.failure = await this.#waitForRelease(hold, request, record)
    }
    if (request.isWithdrawn)
      throw new NetworkError('The request was aborted before it was answered')
    if (!record.failure) Object.assign(record, state.takeFailure(plant))
    if (record.failure) return record.failure.toAnswer()

    const refused = checkToken(request, this.#accessTokens) ?? checkHead(request, size) ?? refusal
    return refused ?? (plant && this.#add(plant, state, size))
  }

  /** Holds a request until it is released. Resolves to the failure that it is released with, if any. */
  async #waitForRelease(
    hold: StoredHold,
    request: StoreRequest,
    record: RequestRecord,
  ): Promise<StoredFailure | undefined> {
    try {
      const released = hold.untilReleased(record, request.signal)
      this.events.emit('held', () => record)
      this.#changed()
      return await released
    } finally {
      this.#shared.limits.inFlight.give()
    }
  }

  #add(plant: NewPlant, state: StoreState, size = 0): Answer {
    if (this.#endReason !== undefined) return errorAnswer(410, this.#endReason)
    const { duplicateIds, latency } = state.settings
    if (duplicateIds === 'reject' && state.plants.hasId(plant.id))
      return errorAnswer(400, `A plant with the id ${canonicalId(plant.id)} already exists`)
    if (latency[1] > 0 && !this.#shared.limits.inFlight.hasRoom()) return TOO_MANY_IN_FLIGHT
    if (state.endReason === undefined) {
      if (!state.addPlants([plant], size))
        return errorAnswer(507, 'The mock has no room for more plants: reset it to remove them')
      this.events.emit('plant', () => ({ ...plant }))
    }
    return { status: successStatus, headers: SUCCESS_HEADERS, body: writeJson(pickSuccess(plant)) }
  }

  /** Waits for the latency. If too many requests are in flight, the answer comes at once. */
  async #delay(
    ms: number,
    request: StoreRequest,
    record: RequestRecord,
    answer: Answer | undefined,
  ): Promise<void> {
    const { inFlight } = this.#shared.limits
    if (!inFlight.take()) return
    record.inFlight = 'delayed'
    this.#changed()
    try {
      const isAdded = !record.failure && answer?.status === successStatus
      const message = isAdded ? `${LEFT_EARLY}, after its plant was added` : LEFT_EARLY
      await sleep(ms, request.signal, message)
    } finally {
      inFlight.give()
      record.inFlight = undefined
    }
  }

  /** Journals a request that is over. After a reset, only the log shows it. */
  #close(state: StoreState, record: RequestRecord): void {
    this.#open--
    state.open.delete(record)
    record.duration = Math.max(0, Date.now() - record.time)
    record.reason ??= state.endReason
    record.failure = record.failure?.toShort()
    if (state.endReason === undefined) state.journal.add(record)
    this.events.emit('record', () => record)
    if (state.endReason !== undefined) return
    this.events.emit('request', () => toMockRequest(record))
    this.#changed()
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
  get isBusy(): boolean {
    return this.#open > 0
  }

  addPlants(plants: readonly NewPlant[]): void {
    this.checkNotEnded()
    checkAddPlants(plants)
    const added = plants.map(pickRequest)
    const bytes = added.reduce((sum, plant) => sum + writeJson(plant).length, 0)
    if (!this.#state.addPlants(added, bytes))
      throw new StoreError(507, 'The mock has no room for these plants: reset it to remove others')
    for (const plant of added) this.events.emit('plant', () => ({ ...plant }))
    this.#changed()
  }

  /** Returns the id of the failure. */
  failNext(failure: Failure, options: FailureOptions = {}): string {
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

  clearFailures(): void {
    this.checkNotEnded()
    this.#state.failures.clear()
    this.#changed()
  }

  holdNext(options: HoldOptions = {}): StoredHold {
    this.checkNotEnded()
    checkOptions(options, holdOptionsSchema)
    const { match } = options
    const hold = new StoredHold(this.#shared.limits.nextId(), match && new Matcher(match))
    this.#state.holds.add(hold)
    this.#changed()
    return hold
  }

  /** Does nothing if the hold is over. If none has arrived, schedules the failure. */
  releaseHold(hold: StoredHold, failure?: Failure): void {
    checkRelease(failure)
    if (hold.isOver) return
    const isMet = hold.held !== undefined
    this.#state.holds.release(hold, failure === undefined ? undefined : new StoredFailure(failure))
    if (failure !== undefined && !isMet)
      this.#schedule(failure, hold.matcher, { skip: 0, times: 1 })
    this.#changed()
  }

  updateSettings(update: SettingsUpdate): void {
    this.checkNotEnded()
    checkOptions(update, settingsSchema)
    this.#state.settings = applySettings(this.#state.settings, update)
    this.#changed()
  }

  /** `asker` is the subject of the reason that is given. */
  clearRequests(asker: string): void {
    this.checkNotEnded()
    this.#state.journal.clear()
    this.#begin(`${asker} cleared the log`)
    this.#changed()
  }

  /** `asker` is the subject of the reason that is given. */
  reset(asker: string): void {
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

  /** Ends every hold. */
  endHolds(reason: string): void {
    this.#state.holds.end(reason)
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
    this.events.emit('change', () => undefined)
  }
}

/** Checks that there is a body, and its media type. */
function checkHead(request: StoreRequest, size: number | undefined): Answer | undefined {
  // Without a body there is no media type to refuse (RFC 9110, sections 8.3 and 15.5.16).
  const lacksBody = size === 0 && request.headers.get('content-type') === undefined
  return lacksBody ? BODY_REQUIRED : checkMediaType(request, requestMediaType)
}

const BODY_REQUIRED = errorAnswer(400, 'A body is required')

/** With `Retry-After`, the client knows that nothing was added, and tries again. */
const TOO_MANY_IN_FLIGHT = errorAnswer(
  503,
  'Too many requests are held or delayed: release some, or lower the latency',
  { 'retry-after': '1' },
)

/** Records the part of an answer that the client sees, and makes the transport fail on command. */
function deliver(
  request: StoreRequest,
  record: RequestRecord,
  answer: Answer | undefined,
): Answer | Promise<Answer> {
  const failure = record.failure?.toFailure()
  // The client is kept waiting, but the request is over and is journaled now.
  if (!answer || isSilent(failure)) return failSilently(failure, request.signal)
  if (failure !== 'cut-short') return recorded(record, answer)
  recorded(record, halfOf(answer))
  return cutShort(answer)
}

function recorded(record: RequestRecord, answer: Answer): Answer {
  recordAnswer(record, answer)
  return answer
}

const LEFT_EARLY = 'The client disconnected while the response was delayed'

/** Rejects with a `NetworkError` with that message as soon as the client leaves. */
function sleep(ms: number, signal: AbortSignal, message: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(new NetworkError(message))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  })
}
