import type { Service } from '../app/app.ts'
import { parseBody } from '../http/body.ts'
import { type StoreRequest, withBody } from '../http/request.ts'
import { errorResponse, preflightHeaders, type StoreResponse } from '../http/response.ts'
import { checkOperation } from '../store/checks.ts'
import type { RequestRecord } from '../store/mock-request.ts'
import type { StoreInternals } from '../store/store.ts'
import { cutText } from '../store/text.ts'
import { toMswRequest, toStoreResponse } from './msw-messages.ts'

/**
 * A request handler of msw, such as the result of `http.post(...)`. Its type is not msw's own, because
 * the server does not need msw.
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

export const isMswHandler = (value: unknown): value is MswHandler =>
  typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'

type GetResponse = (
  handlers: readonly MswHandler[],
  request: Request,
  context: { baseUrl: string },
) => Promise<Response | undefined>

/** The service of a server: its msw handlers are asked before the store. */
export class MswOverrides implements Service {
  #initial: readonly MswHandler[]
  #current: readonly MswHandler[]

  constructor(handlers: readonly MswHandler[]) {
    this.#initial = [...handlers]
    this.#current = this.#initial
  }

  get isEmpty(): boolean {
    return this.#current.length === 0
  }

  /** Adds handlers before the present ones. */
  use(handlers: readonly MswHandler[]): void {
    this.#current = [...checkHandlers(handlers), ...this.#current]
  }

  /** Restores the initial handlers, or replaces them. */
  reset(handlers: readonly MswHandler[]): void {
    if (handlers.length > 0) this.#initial = checkHandlers(handlers)
    this.#current = this.#initial
  }

  /** Handlers may answer at the root too. */
  get leavesRoot(): boolean {
    return this.isEmpty
  }

  respondAnywhere(request: StoreRequest): StoreResponse | undefined {
    if (this.isEmpty) return checkOperation(request)
    const methods = request.header('access-control-request-method')
    // As in a browser with msw, no handler sees a preflight.
    return request.method === 'OPTIONS' && methods
      ? { status: 204, headers: preflightHeaders(methods), body: '' }
      : undefined
  }

  respond(request: StoreRequest, store: StoreInternals): StoreResponse | Promise<StoreResponse> {
    return this.isEmpty ? store.respond(request) : this.#askHandlers(request, store)
  }

  /** Answers with the first handler that responds, otherwise with the store. */
  async #askHandlers(request: StoreRequest, store: StoreInternals): Promise<StoreResponse> {
    const arrival = store.arrive(request)
    const body = await request.readBody(store.maxBodyBytes)
    const mswRequest = body && toMswRequest(request, body)
    const response = mswRequest && (await this.#getResponse(mswRequest))
    if (!response) return store.respond(withBody(request, body), arrival)
    enterBody(arrival.record, body)
    store.settle(arrival, response)
    return response
  }

  async #getResponse(request: Request): Promise<StoreResponse | undefined> {
    try {
      const getResponse = await loadMsw()
      const baseUrl = new URL(request.url).origin
      const response = await getResponse(this.#current, request, { baseUrl })
      const isPassthrough = response?.headers.get('x-msw-intention') === 'passthrough'
      return response && !isPassthrough ? toStoreResponse(response) : undefined
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return errorResponse(500, `A handler threw an exception: ${reason}`)
    }
  }
}

/** Enters the body of a request that a handler has answered. */
function enterBody(record: RequestRecord, body: Uint8Array): void {
  record.isHandler = true
  if (body.length === 0) return
  const { text, error } = parseBody(body)
  record.text = error ? cutText(text) : text
  record.isJson = !error
}

/** Loads msw, or says that it is missing. */
export async function loadMsw(): Promise<GetResponse> {
  try {
    const msw: { getResponse: unknown } = await import('msw')
    return msw.getResponse as GetResponse
  } catch (cause) {
    throw new Error('handlers require the package msw: npm install --save-dev msw', { cause })
  }
}

function checkHandlers(handlers: readonly MswHandler[]): readonly MswHandler[] {
  if (!handlers.every(isMswHandler))
    throw new TypeError('handlers must be msw request handlers, such as http.post(...)')
  return [...handlers]
}
