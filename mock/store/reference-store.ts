import {
  pickRequest,
  pickSuccess,
  requestMediaType,
  successIsText,
  successStatus,
} from '../../generated/contract.ts'
import { checkMediaType, parseBody, readBody } from '../http/body.ts'
import { type FetchHandler, toFetchHandler } from '../http/fetch.ts'
import type { StoreRequest } from '../http/request.ts'
import {
  type ErrorResponse,
  errorResponse,
  faultResponse,
  type StoreResponse,
  SUCCESS_HEADERS,
} from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import { checkOptions } from './check-options.ts'
import { checkOperation, checkPlant, checkToken } from './checks.ts'
import { EventEmitter } from './events.ts'
import {
  type Failure,
  Failures,
  failureResponse,
  failureSchema,
  type PendingFailure,
} from './failures.ts'
import { Journal } from './journal.ts'
import type { MockRequest, RequestRecord } from './mock-request.ts'
import {
  applySettings,
  type MockStoreOptions,
  type Settings,
  type SettingsUpdate,
  toSettings,
} from './options.ts'
import type { NewPlant } from './plant.ts'
import { createRandom } from './random.ts'

/** Answers requests as the service does, and remembers plants, requests and failures. */
export class ReferenceStore {
  readonly maxBodyBytes: number
  readonly events: EventEmitter = new EventEmitter()
  readonly fetch: FetchHandler = toFetchHandler(request => this.respond(request))
  readonly options: MockStoreOptions
  readonly #session: string | undefined
  readonly #accessTokens: ReadonlySet<string> | undefined
  readonly #journal: Journal
  #state: State
  #resetCount = 0

  /** The options are checked. `session` is the name of the session that the store is for. */
  constructor(options: MockStoreOptions, session?: string) {
    const { accessTokens, maxBodyBytes = 2 ** 20, maxRequests = 1_000 } = options
    this.options = options
    this.#session = session
    this.maxBodyBytes = maxBodyBytes
    this.#accessTokens = accessTokens && new Set(accessTokens)
    this.#journal = new Journal(maxRequests)
    this.#state = createState(this.options)
  }

  /** Answers a request, and enters it into the journal. */
  async respond(request: StoreRequest): Promise<StoreResponse> {
    const { method, url, headers } = request
    const record: RequestRecord = { time: Date.now(), method, url, headers, status: 0 }
    const response = await this.#answer(request, record).catch(faultResponse)
    if (method === 'OPTIONS') return response

    const { status, transportFailure } = response
    if (transportFailure !== 'network-error' && transportFailure !== 'no-answer')
      record.status = status
    if ('reason' in response) record.reason = response.reason
    this.record(record)
    return response
  }

  async #answer(
    request: StoreRequest,
    record: RequestRecord,
  ): Promise<StoreResponse | ErrorResponse> {
    let response = this.#validateHead(request, record)
    if (!response) {
      const body = await readBody(request, this.maxBodyBytes)
      response = 'reason' in body ? body : this.#validateBody(body, record)
    }
    const { settings, randomLatency } = this.#state
    const [min, max] = settings.latency
    if (max > 0) await sleep(min + randomLatency() * (max - min))
    return response
  }

  /** The checks that need no body, each of which relies on those before it. */
  #validateHead(
    request: StoreRequest,
    record: RequestRecord,
  ): StoreResponse | ErrorResponse | undefined {
    const response = checkOperation(request)
    if (response) return response

    const { failures, settings } = this.#state
    const failure = failures.next(settings.failureRate)
    if (failure) {
      record.failure = failure
      return failureResponse(failure)
    }
    return checkToken(request, this.#accessTokens) ?? checkMediaType(request, requestMediaType)
  }

  #validateBody(bytes: Uint8Array, record: RequestRecord): StoreResponse | ErrorResponse {
    const { text, value, error } = parseBody(bytes)
    record.text = text
    if (error) return error
    record.isJson = true
    return checkPlant(value) ?? this.#add(pickRequest(value as NewPlant))
  }

  #add(plant: NewPlant): StoreResponse | ErrorResponse {
    const { plants, ids } = this.#state
    if (this.options.duplicateIds === 'reject') {
      const id = canonicalId(plant.id)
      if (ids.has(id)) return errorResponse(400, `A plant with the id ${id} already exists`)
      ids.add(id)
    }
    plants.push(plant)
    this.events.emit('plant', () => ({ ...plant }))
    return {
      status: successStatus,
      headers: SUCCESS_HEADERS,
      body: writeSuccess(pickSuccess(plant)),
    }
  }

  record(record: RequestRecord): void {
    if (this.#session !== undefined) record.session = this.#session
    const entry = this.#journal.add(record)
    this.events.emit('request', () => entry.request)
    this.#changed()
  }

  reset(): void {
    this.#state = createState(this.options)
    this.#journal.clear()
    this.#resetCount++
    this.#changed()
  }

  get resetCount(): number {
    return this.#resetCount
  }

  get plants(): readonly NewPlant[] {
    return this.#state.plants
  }

  get requests(): MockRequest[] {
    return this.#journal.requests
  }

  get requestCount(): number {
    return this.#journal.count
  }

  requestsSince(number: number): MockRequest[] {
    return this.#journal.since(number)
  }

  get settings(): Settings {
    return this.#state.settings
  }

  updateSettings(update: SettingsUpdate): void {
    this.#state.settings = applySettings(this.#state.settings, update)
    this.#changed()
  }

  get pendingFailures(): readonly PendingFailure[] {
    return this.#state.failures.pending
  }

  addFailure(failure: Failure, options: { times?: number } = {}): void {
    const { times = 1, ...unknown } = options
    const pending: PendingFailure = { failure, times, ...unknown }
    checkOptions(pending, failureSchema)
    this.#state.failures.add(pending)
    this.#changed()
  }

  clearFailures(): void {
    this.#state.failures.clear()
    this.#changed()
  }

  #changed(): void {
    this.events.emit('change', () => undefined)
  }
}

/** What a reset restores. */
interface State {
  readonly plants: NewPlant[]
  readonly ids: Set<number | bigint>
  readonly failures: Failures
  readonly randomLatency: () => number
  settings: Settings
}

function createState(options: MockStoreOptions): State {
  const { plants = [], randomSeed } = options
  return {
    plants: [...plants],
    ids: new Set(plants.map(({ id }) => canonicalId(id))),
    // Two random sequences, because the timing of a transport must not change which requests fail.
    failures: new Failures(createRandom(randomSeed)),
    randomLatency: createRandom(randomSeed),
    settings: toSettings(options),
  }
}

/** `JSON.stringify` is faster, but has no bigint. */
const writeSuccess: (plant: object) => string = successIsText ? JSON.stringify : writeJson

/** Ids have one form, so that 1 and 1n are the same. */
const canonicalId = (id: number | bigint) =>
  Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
