import { method } from '../generated/contract.ts'
import { onAbort } from './abort.ts'
import { attempt } from './attempt.ts'
import { cancelBody, readBody } from './body.ts'
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
  /** The service's response, and what middleware put in its place. */
  readonly #responses: Response[] = []
  /** Requests handed to fetch and hooks called, less those that certainly added nothing. */
  #unproven = 0
  /** What the network threw, and what middleware made of it. */
  readonly #networkErrors: unknown[] = []
  readonly #controller = new AbortController()
  #unlink = () => {}
  readonly #settings: ExchangeSettings

  constructor(settings: ExchangeSettings) {
    this.#settings = settings
  }

  /** The last response: the service's, or what a middleware made of it. */
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
      return await this.#read(await this.#send(headers, body))
    } catch (cause) {
      this.abort(cause) // nobody wants what is left of it
      return this.#networkErrors.includes(cause)
        ? { ok: false, kind: 'network', message: 'fetch gave no complete response', cause }
        : { ok: false, kind: 'middleware', message: 'failed in middleware', cause }
    } finally {
      this.#unlink()
      for (const one of this.#responses) if (one !== this.response) cancelBody(one)
    }
  }

  /** Ends the attempt. */
  abort(reason: unknown): void {
    this.#controller.abort(reason)
    for (const response of this.#responses) cancelBody(response)
  }

  #send(headers: Record<string, string>, body: string): Promise<Response> {
    const { url, middleware } = this.#settings
    const init = { method, headers, body }
    if (middleware.length === 0) return this.#fetch(url, init)

    const request = new Request(url, { ...init, signal: this.#signal })
    return runMiddleware(this.#settings, request, {
      send: given => this.#sendRequest(given),
      runHook: (hook, isHarmless) => this.#runHook(hook, isHarmless),
    })
  }

  /**
   * Sends what the middleware made of the request. Its signal alone would not do: a middleware may
   * return a Request without the call's signal, or one that follows it only until garbage is collected.
   */
  async #sendRequest(request: Request): Promise<Response> {
    const { url, signal } = request
    this.#unlink = onAbort(signal, () => this.abort(signal.reason))
    return this.#fetch(url, await readRequest(request))
  }

  /** Hands a request to fetch. What comes of it proves what it proves, whatever middleware does. */
  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { deadline, fetch = globalThis.fetch } = this.#settings
    let response: Response | undefined
    try {
      if (deadline.end) throw new TypeError('the call has ended')
      if (typeof fetch !== 'function') throw new TypeError('there is no fetch')
      this.#unproven++
      // A redirect that is followed turns a POST into a GET, or takes the token to another host.
      response = await fetch(url, { ...init, redirect: 'manual', signal: this.#signal })
      if (!isResponse(response)) throw new TypeError(describeNoResponse(response))
      if (isRefusal(response)) this.#unproven--
      if (response.bodyUsed) throw new TypeError(BODY_USED)
    } catch (cause) {
      // Once the signal has fired, the error may be what the signal brought along.
      const mayProve = !response && !this.#controller.signal.aborted
      if (mayProve && isConnectFailure(cause, url, !this.#settings.fetch)) this.#unproven--
      this.#networkErrors.push(cause)
      throw cause
    }
    this.#responses.push(response)
    if (deadline.end) this.abort(undefined) // an onResponse may never come back
    return response
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

  /** Until a hook has returned nothing, or what is harmless, it may have sent the plant itself. */
  async #runHook<T>(hook: () => T | Promise<T>, isHarmless: (result: T) => boolean): Promise<T> {
    this.#unproven++
    const result = await hook()
    if (!result || isHarmless(result)) this.#unproven--
    if (result instanceof Response) this.#responses.push(result)
    if (result instanceof Error) this.#networkErrors.push(result)
    return result
  }
}

const describeNoResponse = (value: unknown) =>
  `it returned ${value === null ? 'null' : `a value of type ${typeof value}`}; ` +
  'it must return an object with a numeric status and text() or json()'

const BODY_USED = 'the body was already read: read a clone instead'
