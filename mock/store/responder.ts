import {
  pickSuccess,
  requestMediaType,
  successIsText,
  successStatus,
} from '../../generated/contract.ts'
import { checkMediaType, readBody } from '../http/body.ts'
import type { StoreRequest } from '../http/request.ts'
import {
  type ErrorResponse,
  errorResponse,
  faultResponse,
  type StoreResponse,
  SUCCESS_HEADERS,
} from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import type { Budget } from './budget.ts'
import { checkOperation, checkToken } from './checks.ts'
import type { EventEmitter } from './events.ts'
import {
  type MockRequest,
  type RequestRecord,
  recordResponse,
  toMockRequest,
} from './mock-request.ts'
import type { NewPlant } from './plant.ts'
import { canonicalId, charsOfPlant } from './plants.ts'
import { type ReceivedBody, receiveBody } from './receive-body.ts'
import type { Run } from './run.ts'
import { sleep } from './sleep.ts'
import { startWaiting, type Waiting } from './waiting.ts'

/** A request that has arrived, and the run that it belongs to, whatever is reset meanwhile. */
export interface Arrival {
  readonly run: Run
  readonly record: RequestRecord
}

/** What a responder needs of its store. */
export interface ResponderContext {
  readonly accessTokens: ReadonlySet<string> | undefined
  readonly maxBodyBytes: number
  readonly plantBudget: Budget
  /** What held and delayed requests take up. */
  readonly waitingBudget: Budget
  readonly events: EventEmitter
  /** The response to every request once the session is over. */
  refuseIfEnded(): ErrorResponse | undefined
}

/** Answers requests as the service does. */
export class Responder {
  readonly #context: ResponderContext
  #inFlight = 0

  constructor(context: ResponderContext) {
    this.#context = context
  }

  /** Answers a request, and enters it into the journal. */
  async respond(request: StoreRequest, arrival: Arrival): Promise<StoreResponse> {
    this.#inFlight++
    let response: StoreResponse
    try {
      response = await this.#answer(request, arrival)
    } catch (error) {
      response = faultResponse(error)
    }
    this.#inFlight--
    this.settle(arrival, response)
    return response
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.#inFlight > 0
  }

  /** Enters a response into the journal. If a reset has ended the run, only the log shows it. */
  settle({ run, record }: Arrival, response: StoreResponse): void {
    record.response = recordResponse(response, record.method)
    record.duration = Math.max(0, Date.now() - record.time)
    if ('reason' in response) record.reason ??= String(response.reason)
    record.reason ??= run.endReason
    if (!run.isOver) run.journal.add(record)
    this.#context.events.emit('record', () => record)
    if (run.isOver) return
    let request: MockRequest | undefined
    this.#context.events.emit('request', () => (request ??= toMockRequest(record)))
    if (record.failure) this.#pendingChanged()
    this.#changed()
  }

  async #answer(request: StoreRequest, arrival: Arrival): Promise<StoreResponse | ErrorResponse> {
    const { run, record } = arrival
    const { maxBodyBytes } = this.#context
    const misdirected = checkOperation(request)
    if (misdirected) {
      await this.#receiveRefused(request, record)
      return this.#delay(request, arrival, () => misdirected)
    }

    let body: ReceivedBody | undefined
    if (run.pending.needsBody) {
      body = receiveBody(await readBody(request, maxBodyBytes), record)
      if (request.isWithdrawn) return withdrawn(record)
      const response = await this.#hold(request, arrival, body.plant)
      if (response) return response
    }
    const failed = this.#fail(arrival, body?.plant)
    const refusal = failed ?? this.#checkHead(request)
    if (refusal) {
      body ??= await this.#receiveRefused(request, record)
      // Without a body there is no media type to refuse (RFC 9110, sections 8.3 and 15.5.16).
      const lacksBody = !failed && refusal.status === 415 && body?.isEmpty
      const isUntyped = request.header('content-type') === null
      const response = lacksBody && isUntyped ? BODY_REQUIRED : refusal
      return this.#delay(request, arrival, () => response)
    }
    const { plant, error } = body ?? receiveBody(await readBody(request, maxBodyBytes), record)
    if (error) return this.#delay(request, arrival, () => error)
    return this.#delay(
      request,
      arrival,
      () => (request.isWithdrawn ? withdrawn(record) : this.#add(plant, run)),
      () => TOO_MANY_WAIT,
    )
  }

  /** Reads the body for the journal, unless the client has not sent it (RFC 9110, section 10.1.1). */
  async #receiveRefused(
    request: StoreRequest,
    record: RequestRecord,
  ): Promise<ReceivedBody | undefined> {
    if (request.header('expect') !== null) return undefined
    return receiveBody(await readBody(request, this.#context.maxBodyBytes), record)
  }

  /** The response of the failure that a request gets, if it gets one. */
  #fail({ run, record }: Arrival, plant: NewPlant | undefined): StoreResponse | undefined {
    const met = run.pending.failures.take(run.settings.failureRate, plant)
    if (!met) return undefined
    record.failure = met.failure
    record.isRandom = met.isRandom
    return met.failure.toResponse()
  }

  #checkHead(request: StoreRequest): ErrorResponse | undefined {
    const { accessTokens } = this.#context
    return checkToken(request, accessTokens) ?? checkMediaType(request, requestMediaType)
  }

  /**
   * Holds a request that meets a hold. Returns its response, unless it is answered as usual. A request for
   * which there is no room leaves the hold to the next.
   */
  async #hold(
    { signal }: StoreRequest,
    arrival: Arrival,
    plant: NewPlant | undefined,
  ): Promise<StoreResponse | undefined> {
    const { run, record } = arrival
    const { holds } = run.pending
    const hold = signal.aborted ? undefined : holds.find(plant)
    if (!hold) return undefined
    const waiting = startWaiting(arrival, this.#context.waitingBudget)
    if (!waiting) return TOO_MANY_WAIT
    holds.start(hold)
    const holding = hold.hold(record, signal)
    this.#changed()
    const outcome = await holding
    holds.finish(hold)
    this.#pendingChanged()
    waiting.end()
    switch (outcome.type) {
      case 'client-left':
        return unanswered(record, 'The client disconnected while the request was held')
      case 'ended':
        record.reason = outcome.reason
        return NETWORK_ERROR
      case 'released':
        record.failure = outcome.failure
        return outcome.failure?.toResponse()
    }
  }

  /**
   * Answers after the latency, unless the client leaves. If too many requests wait already, it answers at
   * once, by `refuse` if given.
   */
  #delay(
    request: StoreRequest,
    arrival: Arrival,
    respond: () => StoreResponse | ErrorResponse,
    refuse = respond,
  ): StoreResponse | Promise<StoreResponse> {
    const ms = arrival.run.nextLatency()
    if (ms === 0) return respond()
    const waiting = startWaiting(arrival, this.#context.waitingBudget)
    return waiting ? this.#sleep(ms, respond(), request, arrival, waiting) : refuse()
  }

  async #sleep(
    ms: number,
    response: StoreResponse,
    { signal }: StoreRequest,
    { record }: Arrival,
    waiting: Waiting,
  ): Promise<StoreResponse> {
    record.pending = 'delayed'
    this.#changed()
    try {
      if (await sleep(ms, signal)) return response
    } finally {
      waiting.end()
      record.pending = undefined
    }
    return unanswered(record, 'The client disconnected while the response was delayed')
  }

  #add(plant: NewPlant, run: Run): StoreResponse | ErrorResponse {
    const ended = this.#context.refuseIfEnded()
    if (ended) return ended
    if (run.rejectsId(plant.id))
      return errorResponse(400, `A plant with the id ${canonicalId(plant.id)} already exists`)
    if (!run.isOver) {
      const { plantBudget, events } = this.#context
      const chars = charsOfPlant(plant)
      if (!plantBudget.fits(chars))
        return errorResponse(507, 'The mock keeps no more plants: reset it to remove them')
      plantBudget.take(chars)
      run.plants.add(plant, chars)
      events.emit('plant', () => ({ ...plant }))
    }
    return {
      status: successStatus,
      headers: SUCCESS_HEADERS,
      body: writeSuccess(pickSuccess(plant)),
    }
  }

  #pendingChanged(): void {
    this.#context.events.emit('pending', () => undefined)
  }

  #changed(): void {
    this.#context.events.emit('change', () => undefined)
  }
}

const BODY_REQUIRED = errorResponse(400, 'A body is required')

/** With `Retry-After`, the client knows that nothing was added, and tries again. */
const TOO_MANY_WAIT = errorResponse(
  503,
  'Too many requests are held or delayed: release some, or lower the latency',
  { 'retry-after': '1' },
)

const NETWORK_ERROR: StoreResponse = {
  status: successStatus,
  headers: SUCCESS_HEADERS,
  body: '',
  transportFailure: 'network-error',
}

/** What a client that has left does not get. */
function unanswered(record: RequestRecord, reason: string): StoreResponse {
  record.reason = reason
  return { ...NETWORK_ERROR, transportFailure: 'no-answer' }
}

const withdrawn = (record: RequestRecord): StoreResponse =>
  unanswered(record, 'The request was aborted before it was answered')

/** `JSON.stringify` is faster, but has no bigint. */
const writeSuccess: (plant: object) => string = successIsText ? JSON.stringify : writeJson
