import { pickRequest, pickSuccess, successStatus } from '../../generated/contract.ts'
import {
  type Answer,
  errorAnswer,
  faultAnswer,
  isNetworkError,
  NetworkError,
  type Refusal,
  RefusedError,
  SUCCESS_HEADERS,
} from '../http/answer.ts'
import { parseBody, type ReadBody, readBody } from '../http/body.ts'
import { withCors } from '../http/cors.ts'
import type { Quota } from '../http/quota.ts'
import type { StoreRequest } from '../http/request.ts'
import { writeJson } from '../json/write.ts'
import { checkRequest, type Received } from './checks.ts'
import type { EventEmitter } from './events.ts'
import { readForwarded } from './forwarded.ts'
import type { StoredHold } from './holds.ts'
import type { InFlightKind } from './in-flight.ts'
import type { Limits } from './limits.ts'
import type { NewPlant } from './plant.ts'
import { findPlantProblems, findUnknownFields } from './plant-problems.ts'
import {
  MAX_HEADERS,
  type RequestRecord,
  recordAnswer,
  recordBody,
  recordUnread,
} from './request-record.ts'
import type { StoreState } from './state.ts'
import type { StoredFailure } from './stored-failure.ts'
import { cutShort, halfOf } from './transport-failures.ts'

/** Asks msw handlers before the store. Resolves to undefined if none of them answers. */
export type AskFirst = (request: StoreRequest, body: Uint8Array) => Promise<Answer | undefined>

/**
 * Sends a request on to a real service. Resolves to its response or, without one, to the answer that says so. Only a
 * client that has left or an end of the exchange aborts `signal`, and then nobody waits for the outcome.
 */
export type Service = (
  request: StoreRequest,
  body: Uint8Array,
  context: {
    readonly signal: AbortSignal
    /** Room for the bytes of the response. */
    readonly room: Quota
    /** Called before anything of the request is sent. */
    onSent(): void
  },
) => Promise<Answer>

/** What a server asks instead of the store, or before it. */
export interface Backends {
  readonly askFirst?: AskFirst | undefined
  readonly service?: Service | undefined
}

/** What the store gives to each exchange. */
export interface ExchangeContext {
  readonly accessTokens: ReadonlySet<string> | undefined
  readonly maxBodyBytes: number
  readonly limits: Limits
  readonly events: EventEmitter
  /** The exchanges that are not over. */
  readonly exchanges: Set<Exchange>
  /** Undefined for the default session. */
  readonly session: string | undefined
}

/** One request and its answer, from the arrival to the entry in the journal. */
export class Exchange {
  readonly #request: StoreRequest
  readonly #state: StoreState
  readonly #context: ExchangeContext
  readonly #record: RequestRecord
  /** What the body takes of the room for bodies; with a service, also the response. */
  readonly #room: Quota
  #hasPlace = false

  /** The exchange stays with this state even after a reset has replaced it. */
  constructor(request: StoreRequest, state: StoreState, context: ExchangeContext) {
    this.#request = request
    this.#state = state
    this.#context = context
    this.#room = context.limits.bodyBytes.part()
    this.#record = state.arrive(request, context.session)
    context.exchanges.add(this)
  }

  /**
   * Answers the request and journals it, in this order: it reads the body and asks the msw handlers; a hold holds it; a
   * failure answers it, or else a refusal, the real service or the store does; it waits for the latency, sends and
   * records. `headRefusal` is the outcome of `checkHead`.
   */
  async run(headRefusal: Refusal | undefined, backends: Backends): Promise<Answer> {
    const state = this.#state
    try {
      const received = await this.#receive(backends)
      const { handled, plant, isIncomplete } = received
      if (handled) return this.#send(handled)
      const refusal = headRefusal ?? (isIncomplete ? received.refusal : undefined)

      const hold = refusal ? undefined : state.holds.find(plant)
      let failure = hold && (await this.#hold(hold))
      const latency = state.nextLatency()
      if (latency > 0) this.#takePlace()
      const { disconnectReason } = this.#request
      if (disconnectReason) throw new NetworkError(disconnectReason)
      if (!refusal) failure ??= state.takeFailure(plant)
      if (failure) return await this.#fail(failure, latency)
      if (!refusal && state.endReason !== undefined)
        throw new RefusedError({ status: 410, message: state.endReason })

      const { service } = backends
      const answer = refusal
        ? errorAnswer(refusal)
        : service
          ? await this.#forward(service, received)
          : this.#answer(received)
      if (latency > 0) await this.#delay(latency)
      return this.#send(answer)
    } catch (error) {
      if (error instanceof RefusedError) return this.#send(errorAnswer(error.refusal))
      if (!isNetworkError(error)) return this.#send(faultAnswer(error))
      this.#record.reason ??= error.message
      throw error
    } finally {
      this.#close()
    }
  }

  /** Reads and records the body, and asks handlers. Only for a service does more of it than its plant stay in memory. */
  async #receive({ askFirst, service }: Backends): Promise<ReceivedBody> {
    const request = this.#request
    const { settings } = this.#state
    let body: ReadBody
    try {
      body = await readBody(request, this.#context.maxBodyBytes, this.#room)
    } catch (error) {
      const received = isNetworkError(error) ? error.received : undefined
      recordUnread(this.#record, request, 'cut short', received) // the connection has ended
      throw error
    }
    const { bytes, size, isIncomplete = false } = body
    const judged = this.#judge(body, settings, service)
    // The store refuses too many headers, whatever a handler would answer.
    const mayBeHandled = bytes && request.headerCount <= MAX_HEADERS
    const handled = askFirst && mayBeHandled ? await this.#askHandlers(askFirst, bytes) : undefined
    if (!service) this.#room.giveAll()
    return { handled, isIncomplete, size, ...judged, bytes: service && bytes }
  }

  /** Records the body, and finds its plant or what is wrong with it. */
  #judge(
    body: ReadBody,
    { unknownFields }: StoreState['settings'],
    service: Service | undefined,
  ): Pick<Received, 'refusal' | 'problems' | 'plant'> {
    const record = this.#record
    const parsed = parseBody(body, this.#request)
    recordBody(record, parsed)
    const { value, refusal } = parsed
    const problems = refusal ? [] : findPlantProblems(value, unknownFields)
    if (this.#request.target.isOperation && unknownFields === 'ignore' && !service)
      record.ignored = findUnknownFields(value)
    const isPlant = !refusal && problems.length === 0
    return { refusal, problems, plant: isPlant ? pickRequest(value as NewPlant) : undefined }
  }

  async #askHandlers(askFirst: AskFirst, body: Uint8Array): Promise<Answer | undefined> {
    this.#record.isHandler = true // even if the handler fails with a network error
    const answered = askFirst(this.#request, body)
    const wait = this.#wait(
      'handler',
      answered,
      'The client disconnected before a handler answered',
    )
    this.#changed()
    const answer = await wait
    this.#record.isHandler = answer !== undefined
    return answer
  }

  /** Holds the request until it is released. Resolves to the failure that it is released with, if any. */
  async #hold(hold: StoredHold): Promise<StoredFailure | undefined> {
    this.#takePlace()
    const released = hold.hold(this.#record)
    const reasonIfLeft = 'The client disconnected while the request was held'
    const wait = this.#wait('held', released, reasonIfLeft)
    hold.announce(this.#record)
    this.#announceWait()
    try {
      return await wait
    } catch (error) {
      if (isNetworkError(error)) this.#state.holds.end(hold, error.message)
      throw error
    }
  }

  /** Lets the request meet a failure, and records the part of the response that the client sees. */
  async #fail(failure: StoredFailure, latency: number): Promise<Answer> {
    const kind = failure.toFailure()
    this.#record.failure = failure.toShort()
    if (kind === 'no-answer') this.#takePlace()
    if (latency > 0) await this.#delay(latency)
    if (kind === 'no-answer') return await this.#leaveUnanswered()
    const answer = failure.toAnswer()
    if (!answer) {
      if (this.#request.isHosted) this.#record.reason = NO_NETWORK_ERROR
      throw new NetworkError('Injected failure: network-error')
    }
    if (kind !== 'cut-short') return this.#send(answer)
    this.#send(halfOf(answer))
    return cutShort(withCors(answer, this.#request))
  }

  /** Makes the checks that are left, and adds the plant. */
  #answer(received: ReceivedBody): Answer {
    const state = this.#state
    const { accessTokens, events } = this.#context
    const refusal = checkRequest(this.#request, received, accessTokens, state)
    if (refusal) return errorAnswer(refusal)
    const { plant, size = 0 } = received
    if (!plant) throw new TypeError('The checks passed a body that is not a plant')
    if (!state.addPlants([plant], size)) return errorAnswer(NO_ROOM_FOR_PLANTS)
    this.#record.isAdded = true
    events.emit('plant', plant)
    return { status: successStatus, headers: SUCCESS_HEADERS, body: writeJson(pickSuccess(plant)) }
  }

  /** Sends the request on. Records what breaks the contract, and the plant that the service has added. */
  async #forward(service: Service, received: ReceivedBody): Promise<Answer> {
    const state = this.#state
    const record = this.#record
    const { bytes, plant, refusal, size = 0 } = received
    if (!bytes) return this.#answer({ ...received, refusal: refusal && toOwn(refusal) })
    this.#takePlace()
    const ended = new AbortController()
    const onSent = () => {
      record.isForwarded = true
      this.#changed()
    }
    const context = { signal: ended.signal, room: this.#room, onSent }
    const wait = this.#wait(
      'forwarded',
      service(this.#request, bytes, context),
      'The client disconnected while the service was asked',
    )
    this.#changed()
    try {
      const answer = await wait
      if (!answer.original) return answer
      const seen = { ...received, request: this.#request, body: bytes }
      const { shown, violations } = readForwarded(seen, answer, answer.original)
      record.violations = violations
      if (plant && answer.status === successStatus) {
        record.isAdded = true
        if (state.addPlants([plant], size)) this.#context.events.emit('plant', plant)
      }
      return shown
    } finally {
      ended.abort()
    }
  }

  async #delay(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ms)
    })
    const reasonIfLeft = this.#record.isAdded
      ? 'The client disconnected while the response was delayed, after its plant was added'
      : 'The client disconnected while the response was delayed'
    const wait = this.#wait('delayed', over, reasonIfLeft)
    this.#changed()
    try {
      await wait
    } finally {
      clearTimeout(timer)
    }
  }

  /** Records what the client gets, and returns it. */
  #send(answer: Answer): Answer {
    const sent = answer.original ? answer : withCors(answer, this.#request)
    recordAnswer(this.#record, sent)
    return sent
  }

  /** Keeps the client waiting until it leaves. */
  async #leaveUnanswered(): Promise<never> {
    const wait = this.#wait('no-answer', new Promise<never>(() => {}), 'The client disconnected')
    this.#announceWait()
    return await wait
  }

  /** Takes one of the places for requests that wait, before anything is done for this one. */
  #takePlace(): void {
    this.#hasPlace ||= this.#context.limits.inFlight.take()
    if (!this.#hasPlace) throw new RefusedError(TOO_MANY_IN_FLIGHT)
  }

  #wait<T>(kind: InFlightKind, until: Promise<T>, reasonIfLeft: string): Promise<T> {
    return this.#state.inFlight.wait(this.#record, kind, this.#request, { until, reasonIfLeft })
  }

  #announceWait(): void {
    this.#context.events.emit('waiting', this.#record)
    this.#changed()
  }

  /** Frees what the request has taken, and journals it. After a reset, only the log shows it. */
  #close(): void {
    const record = this.#record
    const { endReason, journal } = this.#state
    const { events, exchanges, limits } = this.#context
    exchanges.delete(this)
    this.#room.giveAll()
    if (this.#hasPlace) limits.inFlight.give()
    record.duration = Math.max(0, Date.now() - record.time)
    record.reason ??= endReason
    events.emit('record', record)
    if (endReason !== undefined) return
    journal.add(record)
    events.emit('request', record)
    this.#changed()
  }

  #changed(): void {
    this.#context.events.emit('change', undefined)
  }
}

interface ReceivedBody extends Received {
  /** What an msw handler has answered. */
  readonly handled: Answer | undefined
  /** The body ended early, so nothing else can be said about the request. */
  readonly isIncomplete: boolean
  /** The whole body, if there is a service that gets it. */
  readonly bytes: Uint8Array | undefined
}

/** Says whose limit it is that a body exceeds, in front of a service that may have others. */
const toOwn = (refusal: Refusal): Refusal => ({
  ...refusal,
  message: `${refusal.message}. The mock refuses it (see maxBodyBytes), and has forwarded nothing`,
})

/** Bun, Deno, Hono and workerd answer for a fetch handler that rejects. */
const NO_NETWORK_ERROR =
  "The app's server answers a network error with a 500 of its own: use cut-short there"

const NO_ROOM_FOR_PLANTS: Refusal = {
  status: 507,
  message: 'The mock has no room for more plants: reset it to remove them',
}

/** `Retry-After` says that nothing was added: a client may try again. */
const TOO_MANY_IN_FLIGHT: Refusal = {
  status: 503,
  message: 'Too many requests are in flight: release some that are held, or lower the latency',
  headers: { 'retry-after': '1' },
}
