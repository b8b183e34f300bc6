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
import { type MockRequest, type RequestRecord, recordResponse } from './mock-request.ts'
import type { NewPlant } from './plant.ts'
import { type ReceivedBody, receiveBody } from './receive-body.ts'
import { canonicalId, charsOfPlant, type Run } from './run.ts'
import { sleep } from './sleep.ts'

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
  readonly events: EventEmitter
}

/** Answers requests as the service does. */
export class Responder {
  readonly #context: ResponderContext

  constructor(context: ResponderContext) {
    this.#context = context
  }

  /** Answers a request, and enters it into the journal. */
  async respond(request: StoreRequest, arrival: Arrival): Promise<StoreResponse> {
    const response = await this.#answer(request, arrival).catch(faultResponse)
    this.settle(arrival, response)
    return response
  }

  /** Enters a response into the journal, unless a reset has ended the run. */
  settle({ run, record }: Arrival, response: StoreResponse): void {
    if (run.isOver) return
    record.response = recordResponse(response, record.method)
    record.duration = Math.max(0, Date.now() - record.time)
    if ('reason' in response) record.reason ??= String(response.reason)
    const entry = run.journal.add(record)
    let request: MockRequest | undefined
    this.#context.events.emit('request', () => (request ??= entry.request))
    this.#changed()
  }

  async #answer(request: StoreRequest, arrival: Arrival): Promise<StoreResponse | ErrorResponse> {
    const { run, record } = arrival
    const { maxBodyBytes } = this.#context
    const misdirected = checkOperation(request)
    if (misdirected) return this.#refuse(misdirected, request, arrival)

    let body: ReceivedBody | undefined
    if (run.pending.needsBody) {
      body = receiveBody(await readBody(request, maxBodyBytes), record)
      const ended = await this.#hold(request, arrival, body.plant)
      if (ended) return ended
    }
    const refusal = this.#fail(arrival, body?.plant) ?? this.#checkHead(request)
    if (refusal && body) return this.#delay(refusal, request, arrival)
    if (refusal) return this.#refuse(refusal, request, arrival)

    const { plant, error } = body ?? receiveBody(await readBody(request, maxBodyBytes), record)
    return this.#delay(error ?? this.#add(plant, run), request, arrival)
  }

  /** Reads the body for the journal, unless the client has not sent it (RFC 9110, section 10.1.1). */
  async #refuse(
    response: StoreResponse | ErrorResponse,
    request: StoreRequest,
    arrival: Arrival,
  ): Promise<StoreResponse> {
    const { maxBodyBytes } = this.#context
    if (request.header('expect') === null)
      receiveBody(await readBody(request, maxBodyBytes), arrival.record)
    return this.#delay(response, request, arrival)
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

  /** Holds a request that meets a hold. Returns its response, unless it is answered as usual. */
  async #hold(
    { signal }: StoreRequest,
    { run, record }: Arrival,
    plant: NewPlant | undefined,
  ): Promise<StoreResponse | undefined> {
    const { holds } = run.pending
    const hold = signal.aborted ? undefined : holds.take(plant)
    if (!hold) return undefined
    run.waiting.add(record)
    const holding = hold.hold(record, signal)
    this.#changed()
    const outcome = await holding
    holds.finish(hold)
    run.waiting.delete(record)
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

  /** Waits for the latency, unless the client leaves. */
  #delay(
    response: StoreResponse | ErrorResponse,
    request: StoreRequest,
    arrival: Arrival,
  ): StoreResponse | Promise<StoreResponse> {
    const ms = arrival.run.nextLatency()
    return ms > 0 ? this.#wait(ms, response, request, arrival) : response
  }

  async #wait(
    ms: number,
    response: StoreResponse,
    { signal }: StoreRequest,
    { run, record }: Arrival,
  ): Promise<StoreResponse> {
    record.pending = 'delayed'
    run.waiting.add(record)
    this.#changed()
    try {
      if (await sleep(ms, signal)) return response
    } finally {
      run.waiting.delete(record)
      record.pending = undefined
    }
    return unanswered(record, 'The client disconnected while the response was delayed')
  }

  #add(plant: NewPlant, run: Run): StoreResponse | ErrorResponse {
    if (run.hasId(plant.id))
      return errorResponse(400, `A plant with the id ${canonicalId(plant.id)} already exists`)
    if (!run.isOver) {
      const { plantBudget, events } = this.#context
      const chars = charsOfPlant(plant)
      if (!plantBudget.fits(chars))
        return errorResponse(507, 'The mock keeps no more plants: reset it to remove them')
      plantBudget.take(chars)
      run.addPlant(plant, chars)
      events.emit('plant', () => ({ ...plant }))
    }
    return {
      status: successStatus,
      headers: SUCCESS_HEADERS,
      body: writeSuccess(pickSuccess(plant)),
    }
  }

  #changed(): void {
    this.#context.events.emit('change', () => undefined)
  }
}

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

/** `JSON.stringify` is faster, but has no bigint. */
const writeSuccess: (plant: object) => string = successIsText ? JSON.stringify : writeJson
