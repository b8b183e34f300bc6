import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, preflightHeaders, refusal } from './answer.ts'
import type { Call } from './call.ts'
import { parseBody } from './checks.ts'
import type { Entry } from './journal.ts'
import { requestOf, sendResponse } from './msw-messages.ts'
import { send } from './serve.ts'
import type { Behind } from './store.ts'

/**
 * A request handler of msw, such as `http.post(...)` gives; msw's own type is not named here, since
 * the server needs no msw.
 *
 * @example
 * ```ts
 * import { HttpResponse, http } from 'msw'
 * import { type MswHandler, startMockServer } from 'plant-store-client/mock/server'
 *
 * const teapot: MswHandler = http.get('*', () => new HttpResponse(null, { status: 418 }))
 * await using server = await startMockServer({ port: 0, handlers: [teapot] })
 * console.log((await fetch(server.url)).status) // 418
 * ```
 */
export interface MswHandler {
  /** What msw calls to have a request answered. */
  run(args: never): Promise<unknown>
}

type GetResponse = (
  handlers: readonly MswHandler[],
  request: Request,
  context: { baseUrl: string },
) => Promise<Response | undefined>

/** The msw handlers that a server asks before its store. */
export class Overrides {
  #initial: readonly MswHandler[] = []
  #current: readonly MswHandler[] = []

  get none(): boolean {
    return this.#current.length === 0
  }

  /** The last ones given are asked first. */
  use(handlers: readonly MswHandler[]): void {
    this.#current = [...checked(handlers), ...this.#current]
  }

  /** Back to those of the start, or to `handlers` as the new start. */
  reset(handlers: readonly MswHandler[]): void {
    if (handlers.length > 0) this.#initial = checked(handlers)
    this.#current = this.#initial
  }

  /** Answers a request with the first handler that has an answer, or with the store. */
  async answer(
    call: Call,
    store: Behind,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const asked = request.headers['access-control-request-method']
    // As in a browser with msw, no handler sees a preflight.
    if (call.method === 'OPTIONS' && asked)
      return send({ status: 204, headers: preflightHeaders(asked), body: '' }, request, response)

    const time = Date.now()
    const bytes = await call.body(store.maxBodyBytes).catch(() => null)
    if (bytes === null) return // cut short: nobody is there any more
    const read: Call = { ...call, body: async () => bytes }
    const shown = bytes && requestOf(call, bytes, response)
    if (!bytes || !shown) return send(await store.answer(read), request, response)

    const answered = await this.#ask(shown)
    if (!answered) return send(await store.answer(read), request, response)

    const { method, url, headers } = call
    const entry: Entry = { time, method, url, headers, status: answered.status, handler: true }
    if ('reason' in answered) entry.reason = String(answered.reason)
    if (bytes.length > 0) {
      const { text, refusal: unreadable } = parseBody(bytes)
      Object.assign(entry, { text, json: !unreadable })
    }
    store.record(entry)
    if (answered instanceof Response) await sendResponse(answered, request, response)
    else send(answered, request, response)
  }

  async #ask(request: Request): Promise<Response | Answer | undefined> {
    try {
      const getResponse = await load()
      const baseUrl = new URL(request.url).origin
      const answer = await getResponse(this.#current, request, { baseUrl })
      return answer?.headers.get('x-msw-intention') === 'passthrough' ? undefined : answer
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return refusal(500, `A handler threw an exception: ${why}`)
    }
  }
}

/** Loads msw, or says that it must be there. */
export async function load(): Promise<GetResponse> {
  try {
    const { getResponse } = await import('msw')
    return getResponse as unknown as GetResponse
  } catch (cause) {
    throw new Error('handlers need the package msw: npm install --save-dev msw', { cause })
  }
}

function checked(handlers: readonly MswHandler[]): readonly MswHandler[] {
  for (const handler of handlers)
    if (typeof handler?.run !== 'function')
      throw new TypeError('handlers takes request handlers of msw, such as http.post(...)')
  return [...handlers]
}
