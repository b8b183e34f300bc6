import { method } from '../generated/contract.ts'
import { onAbort } from './abort.ts'
import { attempt } from './attempt.ts'
import { cancelBody, followClones, readBody } from './body.ts'
import { isConnectFailure } from './connect-failure.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Deadline } from './deadline.ts'
import { readRequest, runMiddleware } from './middleware.ts'
import type { Redact } from './redact.ts'
import { isRefusal, isResponse, parseResponse } from './response.ts'
import type { SuccessResult } from './result.ts'
import type { ClientSettings } from './settings.ts'

/** Under jsdom, AbortController is jsdom's, and the fetch of Node 24 refuses its signals. */
export function acceptsSignal(url: string): boolean {
  const { signal } = new AbortController()
  return attempt(() => new Request(url, { signal })) !== undefined
}

/** What the exchanges of a call share. */
export interface ExchangeSettings extends ClientSettings {
  /** Where plants are added. */
  readonly url: string
  /** Whether fetch takes the signals of this realm. */
  readonly acceptsSignal: boolean
  readonly deadline: Deadline
  /** Replaces the tokens of the call. */
  readonly redact: Redact
}

/** One attempt of a call on the wire, and what it proves. */
export class Exchange {
  /** The service's response, and those of middleware. */
  readonly #responses: Response[] = []
  /** Requests handed to fetch and hooks called, less those that are known to have added nothing. */
  #unproven = 0
  /** What fetch threw, what reading a body threw, and the errors that hooks returned. */
  readonly #networkErrors: unknown[] = []
  readonly #controller = new AbortController()
  #unlink = () => {}
  readonly #settings: ExchangeSettings

  constructor(settings: ExchangeSettings) {
    this.#settings = settings
  }

  /** The last response: the service's, or that of a middleware. */
  get response(): Response | undefined {
    return this.#responses[this.#responses.length - 1]
  }

  /** False only with proof: not sent, not connected, or refused by the service. */
  get mayHaveAdded(): boolean {
    return this.#unproven > 0
  }

  /** Sends the request and reads the response. It never throws. */
  async run(headers: Record<string, string>, body: string): Promise<SuccessResult | ErrorDetails> {
    try {
      return await this.#read(await this.#start(headers, body))
    } catch (cause) {
      this.abort(cause) // the rest is not needed
      return this.#networkErrors.includes(cause)
        ? { ok: false, kind: 'network', message: 'fetch gave no complete response', cause }
        : { ok: false, kind: 'middleware', message: 'failed in middleware', cause }
    } finally {
      this.#unlink()
      // A response that a middleware replaced is not needed. Some libraries end it only by the signal.
      if (this.#responses.length > 1) this.abort(undefined)
    }
  }

  /** Ends the attempt. */
  abort(reason: unknown): void {
    for (const response of this.#responses) cancelBody(response)
    this.#controller.abort(reason)
  }

  #start(headers: Record<string, string>, body: string): Promise<Response> {
    const { url, middleware } = this.#settings
    const init = { method, headers, body }
    if (middleware.length === 0) return this.#send(url, init)

    const request = new Request(url, { ...init, redirect: 'manual', signal: this.#signal })
    return runMiddleware(this.#settings, request, {
      send: given => this.#sendRequest(given),
      fetch: (given, signal) => this.#fetchForHook(given, signal),
      runHook: (hook, isHarmless) => this.#runHook(hook, isHarmless),
    })
  }

  /**
   * Sends what the middleware made of the request. fetch is given the exchange's own signal: the request
   * may have none, or one that stops following it after a garbage collection. Its own is followed, too.
   */
  async #sendRequest(request: Request): Promise<Response> {
    const { url, signal } = request
    if (signal) this.#unlink = onAbort(signal, () => this.abort(signal.reason))
    return this.#send(url, await readRequest(request))
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      // A redirect that is followed may turn a POST into a GET, or take the plant to another host.
      const wire = { ...init, redirect: 'manual' as const, signal: this.#signal }
      const response = await this.#fetch(url, wire)
      this.#responses.push(response)
      return response
    } catch (cause) {
      this.#networkErrors.push(cause)
      throw cause
    }
  }

  /**
   * What a hook sends by itself. At the address of the call it may be the plant: it is counted as the
   * call's own requests are. The call's end ends it, and so does the signal that the hook gave.
   */
  async #fetchForHook(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    const { url, fetch = globalThis.fetch, acceptsSignal } = this.#settings
    const controller = new AbortController()
    const own = this.#controller.signal
    onAbort(own, () => controller.abort(own.reason))
    if (signal) onAbort(signal, () => controller.abort(signal.reason))
    const init = {
      ...(await readRequest(request)),
      redirect: request.redirect,
      signal: acceptsSignal ? controller.signal : null,
    }
    if (request.url === url) return this.#fetch(url, init)
    const response = await fetch(request.url, init)
    followClones(response)
    return response
  }

  /** Hands a request to fetch. What comes of it is judged here, before middleware sees it. */
  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { deadline, fetch = globalThis.fetch } = this.#settings
    if (deadline.end || deadline.isOver) throw new TypeError(CALL_ENDED)
    if (typeof fetch !== 'function') throw new TypeError('there is no fetch')
    let response: Response | undefined
    this.#unproven++
    try {
      response = await fetch(url, init)
      if (!isResponse(response)) throw new TypeError(describeNoResponse(response))
      followClones(response)
      if (isRefusal(response)) this.#unproven--
      if (response.bodyUsed) throw new TypeError(BODY_USED)
      return response
    } catch (cause) {
      // Once a signal has fired, the error may be its reason.
      const wasAborted = this.#controller.signal.aborted || init.signal?.aborted
      const mayProve = !response && !wasAborted
      if (mayProve && isConnectFailure(cause, url, !this.#settings.fetch)) this.#unproven--
      throw cause
    }
  }

  get #signal(): AbortSignal | null {
    return this.#settings.acceptsSignal ? this.#controller.signal : null
  }

  async #read(response: Response): Promise<SuccessResult | ErrorDetails> {
    if (response.bodyUsed) throw new TypeError(BODY_USED)
    try {
      const text = await readBody(response, this.#controller.signal)
      return parseResponse(response, text, this.#settings.redact)
    } catch (cause) {
      this.#networkErrors.push(cause)
      throw cause
    }
  }

  /** A hook may have sent the plant itself, unless it returns nothing or what is harmless. */
  async #runHook<T>(hook: () => T | Promise<T>, isHarmless: (result: T) => boolean): Promise<T> {
    // Otherwise it could send the plant after the caller was told that nothing was added.
    if (this.#settings.deadline.end) throw new TypeError(CALL_ENDED)
    this.#unproven++
    const result = await hook()
    if (!result || isHarmless(result)) this.#unproven--
    if (result instanceof Response) this.#responses.push(result)
    if (result instanceof Error) this.#networkErrors.push(result)
    return result
  }
}

const CALL_ENDED = 'the call has ended'

const describeNoResponse = (value: unknown) =>
  `it returned ${value === null ? 'null' : `a value of type ${typeof value}`}; ` +
  'it must return an object with a numeric status and text() or json()'

const BODY_USED = 'the body was already read: read a clone instead'
