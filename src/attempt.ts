import { method, path } from '../generated/contract.ts'
import { cancelBody, ignoreStreamErrors, readBody } from './body.ts'
import type { ErrorDetails } from './create-error.ts'
import type { Deadline } from './deadline.ts'
import { describeValue } from './describe-value.ts'
import { toJson } from './json.ts'
import type { Middleware } from './options.ts'
import { PlainRequest } from './plain-request.ts'
import type { NewPlant } from './plant.ts'
import { hookSentNothing, wasNotConnected, wasRefused } from './proof.ts'
import type { Redact } from './redact.ts'
import { followedRedirect, isResponse, parseResponse } from './response.ts'
import type { SuccessResult } from './result.ts'
import { getRetryAfter } from './retry-after.ts'
import type { ClientContext } from './settings.ts'

/** How far an attempt got, in the words of the error if it fails there. */
type Stage =
  | 'could not be sent'
  | 'made no connection'
  | 'got no response'
  | 'got a response that could not be read'
  | 'failed in middleware'

type HookContext = Parameters<NonNullable<Middleware['onRequest']>>[0]

/** One attempt of a call: one POST through openapi-fetch. */
export class Attempt {
  readonly #client: ClientContext
  readonly #deadline: Deadline
  readonly #redact: Redact
  readonly #controller = new AbortController()
  /** The responses of the service and of hooks, as they came. The last one counts. */
  readonly #responses: Response[] = []
  /** Seconds, from `Retry-After` of the last response. */
  #retryAfter: number | undefined
  /** How many times `fetch` or a hook may have added the plant: proof.ts says when a doubt is removed. */
  #doubts = 0
  /** Where fetch followed a redirect to, although it was told not to. */
  #followed: string | undefined
  #stage: Stage = 'could not be sent'
  #unfollow: (() => void) | undefined

  constructor(client: ClientContext, deadline: Deadline, redact: Redact) {
    this.#client = client
    this.#deadline = deadline
    this.#redact = redact
    deadline.ended.then(({ cause }) => this.#abort(cause))
  }

  get #signal(): AbortSignal | null {
    return this.#client.acceptsSignal ? this.#controller.signal : null
  }

  get response(): Response | undefined {
    return this.#responses[this.#responses.length - 1]
  }

  /** Whether this attempt may have added the plant. */
  get mayHaveAdded(): boolean {
    return this.#doubts > 0
  }

  /** Whether the attempt failed because no connection was made. */
  get madeNoConnection(): boolean {
    return this.#stage === 'made no connection'
  }

  /** Sends the plant and reads the response. It never throws. */
  async run(
    plant: NewPlant,
    headers: Record<string, string>,
  ): Promise<SuccessResult | ErrorDetails> {
    try {
      const response = await this.#post(plant, headers)
      const text = await readBody(response, this.#controller)
      // React Native's text() keeps a byte order mark: https://github.com/facebook/react-native/issues/30008
      const json = text.replace(/^\ufeff/, '')
      return parseResponse(response, json, this.#retryAfter, this.#followed, this.#redact)
    } catch (cause) {
      this.#abort(cause) // the rest is not needed
      const kind = this.#stage === 'failed in middleware' ? 'middleware' : 'network'
      return { ok: false, kind, message: this.#stage, cause }
    } finally {
      this.#unfollow?.()
      // A response that a hook replaced is not needed. Some libraries close it only on the signal.
      if (this.#responses.length > 1) this.#abort(undefined)
    }
  }

  #abort(reason: unknown): void {
    for (const response of this.#responses) cancelBody(response)
    this.#controller.abort(reason)
  }

  /**
   * openapi-fetch merges the headers, builds the request and runs the middleware, so that middleware written for
   * it works here, and a request is what its users expect. What it would do differently is overridden:
   *
   * - It would read the response without limit. It gets an empty one, and `run` reads the service's.
   * - It would write the body with JSON.stringify, which cannot write a bigint.
   * - It would follow redirects, and needs the global Request: `createClient` in client.ts has these two.
   * - It would read options from a polluted Object.prototype, so those that it would use are passed with each
   *   attempt. Its own query serializer even puts every enumerable key of Object.prototype into the URL.
   *
   * All of it, here and below, is in `coreFetch` of openapi-fetch 0.17.0, dist/index.mjs.
   */
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
      baseUrl,
      params: Object.create(null),
      querySerializer: () => '',
      bodySerializer: toJson,
    })
    const response = this.response as Response // the service's, or a hook's
    this.#stage = 'failed in middleware'
    if (response.bodyUsed) throw new TypeError(BODY_USED)
    this.#stage = 'got a response that could not be read'
    // As Response.error() and opaque responses have none.
    if (response.status === 0 && response.type !== 'opaqueredirect')
      throw new TypeError('it has no status')
    return response
  }

  /** Wraps a middleware, to learn from what its hooks return. */
  #watch(middleware: Middleware): Middleware {
    return {
      onRequest: async context => {
        const hook = () => middleware.onRequest?.(this.#forHook(context))
        const result = await this.#runHook(hook, context.request)
        return result instanceof Response ? new Response() : result
      },
      onResponse: context =>
        this.#runHook(() => middleware.onResponse?.(this.#forHook(context)), context.response),
      onError: async context => {
        const stage = this.#stage
        const hook = () => middleware.onError?.(this.#forHook(context))
        const result = await this.#runHook(hook, context.error)
        if (result instanceof Error) this.#stage = stage
        return result
      },
    }
  }

  async #runHook<Result>(
    hook: () => Result | Promise<Result>,
    given: unknown,
  ): Promise<Result | undefined> {
    this.#refuseAfterEnd()
    const stage = this.#stage
    this.#stage = 'failed in middleware'
    this.#doubts++
    const result = await hook()
    if (hookSentNothing(result, given)) {
      this.#stage = stage
      this.#doubts--
    }
    if (!result || result === given) return undefined
    if (result instanceof Response) this.#take(result)
    return result
  }

  /** Returns a hook's context. What the hook sends with `options.fetch` may add the plant. */
  #forHook<Context extends HookContext>(context: Context): Context {
    const send = async (input: RequestInfo | URL, init?: RequestInit) => {
      this.#doubts++
      const { fetch = globalThis.fetch } = this.#client
      const request = new Request(input, init)
      return fetch(request.url, await readRequest(request))
    }
    const fetch: typeof send = (input, init) => {
      const response = send(input, init)
      response.catch(() => {}) // a hook may ignore it
      return response
    }
    return { ...context, options: { ...context.options, fetch } }
  }

  async #sendRequest(request: Request | PlainRequest): Promise<Response> {
    if (request instanceof PlainRequest) {
      await this.#send(request.url, request.init)
      // openapi-fetch reads only status and headers of it. Some realms have no Response.
      return { status: 204, headers: new Headers() } as Response
    }
    // fetch gets the attempt's own signal, because the signal of a hook's Request may never fire. The hook's
    // signal is followed too. The listener keeps the Request alive: once it is collected, its signal is dead.
    const { signal } = request
    const follow = () => this.#abort(signal.reason)
    signal?.addEventListener('abort', follow)
    this.#unfollow = () => signal?.removeEventListener('abort', follow)
    if (signal?.aborted) follow()
    this.#stage = 'failed in middleware' // a hook may have read the body
    return this.#send(request.url, await readRequest(request))
  }

  /** Hands the request to fetch, and judges the outcome before any hook sees it. */
  async #send(url: string, init: RequestInit): Promise<Response> {
    const { fetch: ownFetch } = this.#client
    const fetch = ownFetch ?? globalThis.fetch
    this.#refuseAfterEnd()
    this.#stage = 'could not be sent'
    if (typeof fetch !== 'function') throw new TypeError('there is no fetch')
    this.#stage = 'got no response'
    this.#doubts++
    let response: Response
    try {
      // Following a redirect may turn the POST into a GET, or take the plant to another host.
      response = await fetch(url, { ...init, redirect: 'manual', signal: this.#signal })
    } catch (cause) {
      // Once the signal has fired, the error may be its reason.
      if (!this.#controller.signal.aborted && wasNotConnected(cause, url, !ownFetch)) {
        this.#stage = 'made no connection'
        this.#doubts--
      }
      // After a falsy rejection, openapi-fetch would go on without a response.
      throw cause || new TypeError(`fetch rejected with ${describeValue(cause)}`)
    }
    if (!isResponse(response)) {
      const expected = 'an object with a numeric status and text() or json()'
      throw new TypeError(`fetch must return ${expected}, but got ${describeValue(response)}`)
    }
    this.#stage = 'got a response that could not be read'
    ignoreStreamErrors(response)
    this.#take(response)
    this.#followed = followedRedirect(response, url, !ownFetch)
    if (wasRefused(response.status, this.#retryAfter) && !this.#followed) this.#doubts--
    if (response.bodyUsed) throw new TypeError(BODY_USED)
    return response
  }

  #take(response: Response): void {
    this.#responses.push(response)
    this.#retryAfter = getRetryAfter(response)
  }

  /** Keeps the plant from being sent after it was decided that nothing was added. */
  #refuseAfterEnd(): void {
    if (this.#deadline.hasEnded()) throw new Error('the call has ended')
  }
}

/** Reads the parts of a Request to pass to `fetch`. */
async function readRequest(request: Request): Promise<RequestInit> {
  const { method, credentials, keepalive, redirect, signal } = request
  const headers = Object.fromEntries(request.headers)
  const bytes = await request.arrayBuffer()
  const body = bytes.byteLength > 0 ? bytes : null
  return { method, headers, credentials, keepalive, redirect, signal, body }
}

const BODY_USED = 'the body was already read: read a clone'
