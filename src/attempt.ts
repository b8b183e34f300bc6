import type { Client } from 'openapi-fetch'
import { method, path } from '../generated/contract.ts'
import type { paths } from '../generated/types.ts'
import { onAbort } from './abort.ts'
import { cancelBody, ignoreStreamErrors, readBody } from './body.ts'
import { isConnectFailure } from './connect-failure.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Deadline } from './deadline.ts'
import { describeValue } from './describe-value.ts'
import { objectToJson } from './json.ts'
import type { Middleware } from './options.ts'
import { PlainRequest } from './plain-request.ts'
import type { NewPlant } from './plant.ts'
import type { Redact } from './redact.ts'
import { isRefusal, isResponse, parseResponse } from './response.ts'
import type { SuccessResult } from './result.ts'
import type { ClientSettings } from './settings.ts'

/** State shared by all attempts of a client. */
export interface AttemptContext extends Pick<ClientSettings, 'baseUrl' | 'fetch' | 'middleware'> {
  readonly api: Client<paths>
  /** The URL of the operation. */
  readonly url: string
  /** Whether fetch accepts the signals of this realm. */
  readonly acceptsSignal: boolean
}

/** The error message, by how far the attempt got. */
const NOT_SENT = 'could not be sent'
const NOT_CONNECTED = 'made no connection'
const NO_RESPONSE = 'got no response'
const UNREADABLE = 'got a response that could not be read'
const IN_MIDDLEWARE = 'failed in middleware'

type HookContext = Parameters<NonNullable<Middleware['onRequest']>>[0]

/** One attempt of a call: one POST through openapi-fetch, and what it proves. */
export class Attempt {
  readonly #client: AttemptContext
  readonly #deadline: Deadline
  readonly #redact: Redact
  readonly #controller = new AbortController()
  /** The service's response, and those of hooks. The last one counts. */
  readonly #responses: Response[] = []
  /** Requests sent and hooks run, minus those known to have added nothing. */
  #possibleAdds = 0
  /** The error message if the attempt fails now. */
  #failure: string = NOT_SENT
  #unfollow = () => {}

  constructor(client: AttemptContext, deadline: Deadline, redact: Redact) {
    this.#client = client
    this.#deadline = deadline
    this.#redact = redact
  }

  get #signal(): AbortSignal | null {
    return this.#client.acceptsSignal ? this.#controller.signal : null
  }

  get response(): Response | undefined {
    return this.#responses[this.#responses.length - 1]
  }

  /** False only with proof: not sent, not connected, or refused by the service. */
  get mayHaveAdded(): boolean {
    return this.#possibleAdds > 0
  }

  /** Whether the attempt failed because no connection was made. */
  get madeNoConnection(): boolean {
    return this.#failure === NOT_CONNECTED
  }

  /** Sends the plant and reads the response. It never throws. */
  async run(
    plant: NewPlant,
    headers: Record<string, string>,
  ): Promise<SuccessResult | ErrorDetails> {
    try {
      const response = await this.#post(plant, headers)
      const text = await readBody(response, this.#controller)
      return parseResponse(response, text, this.#redact)
    } catch (cause) {
      this.abort(cause) // the rest is not needed
      const kind = this.#failure === IN_MIDDLEWARE ? 'middleware' : 'network'
      return { ok: false, kind, message: this.#failure, cause }
    } finally {
      this.#unfollow()
      // A response that a hook replaced is not needed. Some libraries close it only on the signal.
      if (this.#responses.length > 1) this.abort(undefined)
    }
  }

  /** Ends the attempt. */
  abort(reason: unknown): void {
    for (const response of this.#responses) cancelBody(response)
    this.#controller.abort(reason)
  }

  /** openapi-fetch would read the response without limit, so it gets an empty one. */
  async #post(plant: NewPlant, headers: Record<string, string>): Promise<Response> {
    const { api, baseUrl, middleware } = this.#client
    const hooks = middleware.map(one => this.#watch(one))
    // openapi-fetch calls onResponse from last to first, so this one runs after the hooks.
    const takeResponse = { onResponse: () => new Response() }
    await api[method](path, {
      body: plant,
      headers,
      signal: this.#signal,
      fetch: request => this.#sendRequest(request),
      middleware: hooks.length > 0 ? [takeResponse, ...hooks] : [],
      // openapi-fetch would read these from a polluted Object.prototype.
      baseUrl,
      params: Object.create(null),
      querySerializer: () => '',
      bodySerializer: given => objectToJson(Object(given)),
    })
    const response = this.response as Response // the service's, or a hook's
    this.#failure = response.bodyUsed ? IN_MIDDLEWARE : UNREADABLE
    if (response.bodyUsed) throw new TypeError(BODY_USED)
    return response
  }

  /** Wraps a middleware: what its hooks return shows whether they may have added the plant. */
  #watch(middleware: Middleware): Middleware {
    return {
      onRequest: async context => {
        const result = await this.#runHook(() => middleware.onRequest?.(this.#forHook(context)))
        if (result instanceof Request) this.#possibleAdds--
        return result instanceof Response ? new Response() : result
      },
      onResponse: context =>
        this.#runHook(() => middleware.onResponse?.(this.#forHook(context)), context.response),
      onError: async context => {
        const failure = this.#failure
        const hook = () => middleware.onError?.(this.#forHook(context))
        const result = await this.#runHook(hook, context.error)
        if (result instanceof Error) this.#failure = failure
        return result
      },
    }
  }

  /** A hook may have sent the plant itself, unless it returns nothing or what it was given. */
  async #runHook<Result>(
    hook: () => Result | Promise<Result>,
    given?: unknown,
  ): Promise<Result | undefined> {
    this.#refuseAfterEnd()
    const before = this.#failure
    this.#failure = IN_MIDDLEWARE
    this.#possibleAdds++
    const result = await hook()
    if (!result || result === given) {
      this.#failure = before
      this.#possibleAdds--
      return undefined
    }
    if (result instanceof Response) this.#responses.push(result)
    return result
  }

  /** Returns a hook's context. Requests that the hook sends to the call's address may add the plant. */
  #forHook<Context extends HookContext>(context: Context): Context {
    const addresses = [this.#client.url, context.request.url].map(withoutQuery)
    const send = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      if (addresses.includes(withoutQuery(request.url))) this.#possibleAdds++
      const { fetch = globalThis.fetch, acceptsSignal } = this.#client
      const { url, redirect, signal } = request
      const parts = { ...(await readRequest(request)), redirect }
      return fetch(url, { ...parts, signal: acceptsSignal ? signal : null })
    }
    const fetch: typeof send = (input, init) => {
      const response = send(input, init)
      response.catch(() => {}) // a hook may ignore it
      return response
    }
    return { ...context, options: Object.freeze({ ...context.options, fetch }) }
  }

  async #sendRequest(request: Request | PlainRequest): Promise<Response> {
    if (request instanceof PlainRequest) {
      await this.#send(request.url, request.init)
      // openapi-fetch reads only status and headers of it. Some realms have no Response.
      return { ok: true, status: 204, headers: new Headers() } as Response
    }
    // fetch gets the attempt's own signal, because the signal of a hook's Request may never fire. That one
    // is followed too. The listener keeps the Request alive: once it is collected, its signal is dead.
    if (request.signal)
      this.#unfollow = onAbort(request.signal, () => this.abort(request.signal.reason))
    this.#failure = IN_MIDDLEWARE // a hook may have read the body
    return this.#send(request.url, await readRequest(request))
  }

  /** Hands the request to fetch, and judges the outcome before any hook sees it. */
  async #send(url: string, init: RequestInit): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#client
    this.#refuseAfterEnd()
    this.#failure = NOT_SENT
    if (typeof fetch !== 'function') throw new TypeError('there is no fetch')
    this.#failure = NO_RESPONSE
    this.#possibleAdds++
    let response: Response
    try {
      // Following a redirect may turn the POST into a GET, or take the plant to another host.
      response = await fetch(url, { ...init, redirect: 'manual', signal: this.#signal })
    } catch (cause) {
      // Once the signal has fired, the error may be its reason.
      if (!this.#controller.signal.aborted && isConnectFailure(cause, url, !this.#client.fetch)) {
        this.#failure = NOT_CONNECTED
        this.#possibleAdds--
      }
      // After a falsy rejection, openapi-fetch would go on without a response.
      throw cause || new TypeError(`fetch rejected with ${describeValue(cause)}`)
    }
    if (!isResponse(response)) throw new TypeError(describeNoResponse(response))
    this.#failure = UNREADABLE
    ignoreStreamErrors(response)
    this.#responses.push(response)
    if (isRefusal(response)) this.#possibleAdds--
    if (response.bodyUsed) throw new TypeError(BODY_USED)
    return response
  }

  /** Keeps the plant from being sent after the caller was told that nothing was added. */
  #refuseAfterEnd(): void {
    if (this.#deadline.end) throw new TypeError('the call has ended')
  }
}

const withoutQuery = (url: string) => url.replace(/\/?([?#].*)?$/, '')

/** Reads the parts of a Request to pass to `fetch`. */
async function readRequest(request: Request): Promise<RequestInit> {
  const { method, credentials, keepalive } = request
  const headers = Object.fromEntries(request.headers)
  const body = await request.arrayBuffer()
  return { method, headers, credentials, keepalive, body: body.byteLength > 0 ? body : null }
}

const describeNoResponse = (value: unknown) =>
  `fetch returned ${describeValue(value)}; ` +
  'it must return an object with a numeric status and text() or json()'

const BODY_USED = 'the body was already read: read a clone instead'
