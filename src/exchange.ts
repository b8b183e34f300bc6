import createClient, { type Client as ApiClient } from 'openapi-fetch'
import { method, path } from '../generated/contract.ts'
import type { paths } from '../generated/types.ts'
import { attempt } from './attempt.ts'
import { type BodyReader, ignore, openBody } from './body.ts'
import { describeCause } from './cause.ts'
import { isConnectFailure } from './connect-failure.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Deadline } from './deadline.ts'
import { wrapMiddleware } from './middleware.ts'
import type { Redact } from './redact.ts'
import type { PreparedRequest } from './request.ts'
import { isRefusal, isResponse, type ParsedResponse, parseResponse } from './response.ts'
import type { ClientSettings } from './settings.ts'

/** What the exchanges of a client share. */
export interface ExchangeContext {
  readonly api: ApiClient<paths>
  readonly settings: ClientSettings
  readonly acceptsSignal: boolean
}

export const createExchangeContext = (settings: ClientSettings): ExchangeContext => ({
  api: createClient({ baseUrl: settings.baseUrl, headers: {} }),
  settings,
  acceptsSignal: acceptsSignal(settings.baseUrl),
})

/** Under jsdom, AbortController is jsdom's, and the fetch of Node 24 refuses its signals. */
function acceptsSignal(url: string): boolean {
  const { signal } = new AbortController()
  return attempt(() => new Request(url, { signal })) !== undefined
}

/** What a call does on the wire: its attempts, one after another, and what they prove. */
export class Exchange {
  /** The last response: the service's, or what a middleware made of it. */
  response: Response | undefined
  /** The last response from the wire. */
  #received: Response | undefined
  readonly #context: ExchangeContext
  readonly #deadline: Deadline
  readonly #redact: Redact
  #controller = new AbortController()
  /** Requests handed to fetch and hooks called, less those that certainly added nothing. */
  #unproven = 0
  /** The same, before the last attempt. */
  #unprovenBefore = 0
  /** What the network threw, or a middleware made of it, and what openapi-fetch then throws. */
  #networkError: { cause: unknown; thrown: unknown } | undefined
  #body: BodyReader | undefined
  #unlink = () => {}

  constructor(context: ExchangeContext, deadline: Deadline, redact: Redact) {
    this.#context = context
    this.#deadline = deadline
    this.#redact = redact
  }

  /** False only with proof for every attempt: not sent, not connected, or refused by the service. */
  get mayHaveBeenAdded(): boolean {
    return this.#unproven > 0
  }

  /** Whether there is such a proof for the last attempt. */
  get hasAddedNothing(): boolean {
    return this.#unproven === this.#unprovenBefore
  }

  /** Makes an attempt: sends the request and reads the response. It never throws. */
  async attempt(
    request: PreparedRequest,
    headers: Record<string, string>,
  ): Promise<ParsedResponse> {
    this.response = undefined
    this.#received = undefined
    this.#body = undefined
    this.#unprovenBefore = this.#unproven
    this.#controller = new AbortController()
    try {
      await this.#post(request, headers)
      return await this.#read()
    } catch (thrown) {
      this.abort(thrown) // nobody wants what is left of it
      return { failure: this.#describeFailure(thrown) }
    } finally {
      this.#unlink()
      // A middleware may have put another response in place of the one from the wire.
      if (this.response !== this.#received) this.#cancel(this.#received)
    }
  }

  /** Ends the attempt. */
  abort(reason: unknown): void {
    this.#controller.abort(reason)
    if (this.#body) this.#body.cancel()
    else this.#cancel(this.response)
  }

  #cancel(unread: Response | undefined): void {
    ignore(() => unread && openBody(unread).cancel())
  }

  async #post(request: PreparedRequest, headers: Record<string, string>): Promise<void> {
    const { baseUrl, middleware } = this.#context.settings
    const { plant, body } = request
    // All that openapi-fetch looks for, or it would find what others put on Object.prototype.
    const options = {
      baseUrl,
      body: plant,
      bodySerializer: () => body,
      params: Object.create(null),
      querySerializer: () => '',
    }
    await this.#context.api[method](
      path,
      middleware.length > 0
        ? {
            ...options,
            ...this.#signal(),
            headers,
            middleware: wrapMiddleware(middleware, this),
            Request: globalThis.Request,
            fetch: async request => this.#fetch(request.url, await this.#createInit(request)),
          }
        : {
            ...options,
            headers: {},
            middleware: [],
            Request: UrlOnly as typeof Request,
            fetch: async ({ url }) => {
              await this.#fetch(url, {
                method,
                headers,
                body,
                redirect: REDIRECT,
                ...this.#signal(),
              })
              return NO_CONTENT as Response
            },
          },
    )
  }
  /**
   * What the middleware made of the request. Its signal alone would not do: a middleware may return a
   * Request without the call's signal, or one that follows it only until garbage is collected.
   */
  async #createInit(request: Request): Promise<RequestInit> {
    const { signal } = request
    const abort = () => this.#controller.abort(signal.reason)
    signal.addEventListener('abort', abort)
    this.#unlink = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) abort()
    return {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: await request.arrayBuffer(),
      credentials: request.credentials,
      redirect: REDIRECT,
      ...this.#signal(),
    }
  }

  /** Hands a request to fetch. What comes of it proves what it proves, whatever middleware does. */
  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#context.settings
    if (this.#deadline.end || typeof fetch !== 'function') throw this.#lose(new TypeError(NO_FETCH))
    this.#unproven++
    let response: Response
    try {
      response = await fetch(url, init)
    } catch (cause) {
      if (this.#isConnectFailure(cause, url)) this.#unproven--
      throw this.#lose(cause)
    }
    if (!isResponse(response)) throw this.#lose(new TypeError(describeNoResponse(response)))
    if (isRefusal(response)) this.#unproven--
    if (response.bodyUsed) throw this.#lose(new TypeError(USED_RESPONSE))
    this.#received = response
    this.response = response
    if (this.#deadline.end) this.abort(undefined) // a fetch that ignores its signal
    return response
  }

  #signal(): { signal?: AbortSignal } {
    return this.#context.acceptsSignal ? { signal: this.#controller.signal } : {}
  }

  /** Once the signal has fired, the error may be what the signal brought along. */
  #isConnectFailure(cause: unknown, url: string): boolean {
    const isRuntimeFetch = this.#context.settings.fetch === undefined
    return !this.#controller.signal.aborted && isConnectFailure(cause, url, isRuntimeFetch)
  }

  /** openapi-fetch takes what is falsy for no error, so that it gets something else. */
  #lose(cause: unknown): unknown {
    this.#networkError = { cause, thrown: cause || new Error('fetch failed') }
    return this.#networkError.thrown
  }

  #describeFailure(thrown: unknown): ErrorDetails {
    const network = this.#networkError?.thrown === thrown ? this.#networkError : undefined
    if (!network && this.#context.settings.middleware.length > 0) {
      const message = `failed in middleware: ${describeCause(thrown)}`
      return { kind: 'middleware', message, cause: thrown }
    }
    const cause = network ? network.cause : thrown
    const message = `fetch gave no complete response: ${describeCause(cause)}`
    return { kind: 'network', message, cause }
  }

  async #read(): Promise<ParsedResponse> {
    const { response } = this
    if (!response || response.bodyUsed) throw new TypeError(BODY_READ)
    try {
      this.#body = openBody(response)
      const text = await this.#body.text(() => this.#deadline.end !== undefined)
      return parseResponse(response, text, this.#redact)
    } catch (cause) {
      throw this.#lose(cause)
    }
  }

  // What the hooks of middleware do.

  async run<T>(hook: () => T | Promise<T>, isHarmless: (result: T) => boolean): Promise<T> {
    this.#unproven++
    const result = await hook()
    if (isHarmless(result)) this.#unproven--
    return result
  }

  answered(response: Response): void {
    this.response = response
  }

  failed(error: Error): void {
    this.#lose(error)
  }
}

/** A redirect that is followed turns a POST into a GET, or takes the token to another host. */
const REDIRECT = 'manual'

/** What openapi-fetch builds in place of a Request. */
class UrlOnly {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }
}

/** What openapi-fetch gets in place of a response: it reads no body of a 204, and leaves it to us. */
const NO_CONTENT = { status: 204, headers: { get: (_name: string): string | null => null } }

const NO_FETCH = 'there is no fetch'

const USED_RESPONSE = 'fetch returned a Response that was already read'

const BODY_READ = 'a middleware read the body instead of a clone'

const describeNoResponse = (value: unknown) =>
  `fetch returned ${value === null ? 'null' : typeof value}; it must return a Response`
