import { pickRequest, pickSuccess, successStatus } from '../../generated/contract.ts'
import {
  type Answer,
  errorAnswer,
  isNetworkError,
  NetworkError,
  type Refusal,
  RefusedError,
  SUCCESS_HEADERS,
} from '../http/answer.ts'
import { readJsonBody } from '../http/body.ts'
import { withCors } from '../http/cors.ts'
import { faultAnswer } from '../http/fault.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkRequest, type Received } from './checks.ts'
import type { EventEmitter } from './events.ts'
import type { StoredFailure } from './failures.ts'
import type { StoredHold } from './holds.ts'
import type { InFlightKind } from './in-flight.ts'
import { type Limits, Share } from './limits.ts'
import {
  MAX_HEADERS,
  type RequestRecord,
  recordAnswer,
  recordBody,
  toMockRequest,
} from './mock-request.ts'
import type { NewPlant } from './plant.ts'
import { findPlantProblems, findUnknownFields } from './plant-problems.ts'
import type { StoreState } from './state.ts'
import { cutShort, halfOf } from './transport-failures.ts'

/** Asks msw handlers before the store. Resolves to undefined if none of them answers. */
export type AskFirst = (request: StoreRequest, body: Uint8Array) => Promise<Answer | undefined>

/** What the store gives to each exchange. */
export interface ExchangeContext {
  readonly accessTokens: ReadonlySet<string> | undefined
  readonly maxBodyBytes: number
  readonly limits: Limits
  readonly events: EventEmitter
  /** Undefined for the default session. */
  readonly session: string | undefined
}

/** One request and its answer, from the arrival to the entry in the journal. */
export class Exchange {
  readonly #request: StoreRequest
  readonly #state: StoreState
  readonly #context: ExchangeContext
  readonly #record: RequestRecord

  /** The exchange stays with this state even after a reset has replaced it. */
  constructor(request: StoreRequest, state: StoreState, context: ExchangeContext) {
    this.#request = request
    this.#state = state
    this.#context = context
    this.#record = state.arrive(request, context.session, context.accessTokens)
  }

  /** Answers the request and journals it. `headRefusal` is the outcome of `checkHead`. */
  async run(headRefusal: Refusal | undefined, askFirst: AskFirst | undefined): Promise<Answer> {
    const record = this.#record
    const state = this.#state
    try {
      const { handled, isCutShort, ...received } = await this.#receive(askFirst)
      if (handled) return this.#send(handled)
      const earlyRefusal = headRefusal ?? (isCutShort ? received.refusal : undefined)

      const hold = earlyRefusal ? undefined : state.holds.find(received.plant)
      if (hold) record.failure = await this.#hold(hold)
      const latency = state.nextLatency()
      if (latency > 0) this.#takePlace()
      if (this.#request.endReason) throw new NetworkError(this.#request.endReason)
      if (!earlyRefusal && !record.failure) Object.assign(record, state.takeFailure(received.plant))

      const answer = record.failure
        ? record.failure.toAnswer()
        : this.#answer(earlyRefusal, received)
      if (latency > 0) await this.#delay(latency, answer)
      return await this.#deliver(answer)
    } catch (error) {
      if (error instanceof RefusedError) return this.#send(errorAnswer(error.refusal))
      if (!isNetworkError(error)) return this.#send(faultAnswer(error))
      record.reason ??= error.message
      throw error
    } finally {
      this.#close()
    }
  }

  /** Reads and records the body, and asks handlers. Of the body, only its plant stays in memory. */
  async #receive(
    askFirst: AskFirst | undefined,
  ): Promise<Received & { handled: Answer | undefined; isCutShort: boolean }> {
    const request = this.#request
    const record = this.#record
    const { limits, maxBodyBytes } = this.#context
    const { unknownFields } = this.#state.settings
    const share = new Share(limits.bodyBytes)
    try {
      const body = await readJsonBody(request, maxBodyBytes, share)
      recordBody(record, body)
      const { bytes, value, refusal, size, isCutShort = false } = body
      // The store refuses too many headers, whatever a handler would answer.
      const mayBeHandled = bytes && request.headerCount <= MAX_HEADERS
      const handled =
        askFirst && mayBeHandled ? await this.#askHandlers(askFirst, bytes) : undefined
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

  async #askHandlers(askFirst: AskFirst, body: Uint8Array): Promise<Answer | undefined> {
    this.#record.isHandler = true // even if the handler fails with a network error
    const wait = this.#wait('handler', askFirst(this.#request, body), 'before a handler answered')
    this.#changed()
    const answer = await wait
    this.#record.isHandler = answer !== undefined
    return answer
  }

  /** Holds the request until it is released. Resolves to the failure that it is released with, if any. */
  async #hold(hold: StoredHold): Promise<StoredFailure | undefined> {
    this.#takePlace()
    const released = hold.hold(this.#record)
    const wait = this.#wait('held', released, 'while the request was held')
    hold.announce(this.#record)
    this.#announceWait()
    try {
      return await wait
    } catch (error) {
      if (isNetworkError(error)) this.#state.holds.end(hold, error.message)
      throw error
    }
  }

  /** Unless an earlier check has refused the request, makes the checks that are left, and adds the plant. */
  #answer(earlyRefusal: Refusal | undefined, received: Received): Answer {
    const state = this.#state
    const { accessTokens, events } = this.#context
    const { settings, plants } = state
    const refusal =
      earlyRefusal ?? checkRequest(this.#request, received, { accessTokens, settings, plants })
    if (refusal) return errorAnswer(refusal)
    const { plant, size = 0 } = received
    if (!plant) throw new TypeError('The checks passed a body that is not a plant')
    if (state.endReason !== undefined) return errorAnswer({ status: 410, message: state.endReason })
    if (!state.addPlants([plant], size)) return errorAnswer(NO_ROOM_FOR_PLANTS)
    events.emit('plant', () => ({ ...plant }))
    return { status: successStatus, headers: SUCCESS_HEADERS, body: writeJson(pickSuccess(plant)) }
  }

  async #delay(ms: number, answer: Answer | undefined): Promise<void> {
    const isAdded = !this.#record.failure && answer?.status === successStatus
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ms)
    })
    const added = isAdded ? ', after its plant was added' : ''
    const wait = this.#wait('delayed', over, `while the response was delayed${added}`)
    this.#changed()
    try {
      await wait
    } finally {
      clearTimeout(timer)
    }
  }

  /** Records the part of an answer that the client sees, or makes the transport fail. */
  async #deliver(answer: Answer | undefined): Promise<Answer> {
    const failure = this.#record.failure?.toFailure()
    if (failure === 'no-answer') return await this.#leaveUnanswered()
    if (!answer) {
      if (this.#request.isHosted) this.#record.reason = NO_NETWORK_ERROR
      throw new NetworkError('Injected failure: network-error')
    }
    if (failure !== 'cut-short') return this.#send(answer)
    this.#send(halfOf(answer))
    return cutShort(withCors(answer, this.#request))
  }

  /** Records what the client gets, and returns it. */
  #send(answer: Answer): Answer {
    return recordAnswer(this.#record, withCors(answer, this.#request))
  }

  /** Keeps the client waiting until it leaves. */
  async #leaveUnanswered(): Promise<never> {
    this.#takePlace()
    const wait = this.#wait('no-answer', new Promise<never>(() => {}))
    this.#announceWait()
    return await wait
  }

  /** Takes one of the places for requests that wait, before anything is done for this one. */
  #takePlace(): void {
    if (this.#state.inFlight.takePlace(this.#record)) return
    this.#record.failure = undefined // the client gets the 503 instead
    throw new RefusedError(TOO_MANY_IN_FLIGHT)
  }

  #wait<T>(kind: InFlightKind, until: Promise<T>, when = ''): Promise<T> {
    const reasonIfLeft = `The client disconnected ${when}`.trimEnd()
    const { signal } = this.#request
    return this.#state.inFlight.wait(this.#record, kind, signal, { until, reasonIfLeft })
  }

  #announceWait(): void {
    this.#context.events.emit('waiting', () => this.#record)
    this.#changed()
  }

  /** Journals the request. After a reset, only the log shows it. */
  #close(): void {
    const record = this.#record
    const state = this.#state
    const { events } = this.#context
    state.inFlight.freePlace(record)
    record.duration = Math.max(0, Date.now() - record.time)
    record.reason ??= state.endReason
    record.failure = record.failure?.toShort()
    if (state.endReason === undefined) state.journal.add(record)
    events.emit('record', () => record)
    if (state.endReason !== undefined) return
    events.emit('request', () => toMockRequest(record))
    this.#changed()
  }

  #changed(): void {
    this.#context.events.emit('change', () => undefined)
  }
}

/** Bun, Deno, Hono and workerd answer for a fetch handler that rejects. */
const NO_NETWORK_ERROR =
  "The app's server answers a network error with a 500 of its own: use cut-short there"

const NO_ROOM_FOR_PLANTS: Refusal = {
  status: 507,
  message: 'The mock has no room for more plants: reset it to remove them',
}

/** With `Retry-After`, the client knows that nothing was added, and tries again. */
const TOO_MANY_IN_FLIGHT: Refusal = {
  status: 503,
  message: 'Too many requests are in flight: release some that are held, or lower the latency',
  headers: { 'retry-after': '1' },
}
