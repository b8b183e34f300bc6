import {
  type Answer,
  errorAnswer,
  isHeaderValue,
  isNetworkError,
  NetworkError,
} from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { SESSION_HEADER } from '../http/session-name.ts'
import type { AskFirst } from '../store/exchange.ts'
import { HOP_BY_HOP } from './hop-by-hop.ts'

/**
 * A request handler of msw, such as the result of `http.post(...)`. Its type is not msw's own, because
 * the server does not need msw.
 */
export interface MswHandler {
  /** msw calls it with a request. */
  run(args: never): Promise<unknown>
}

export const isMswHandler = (value: unknown): value is MswHandler =>
  typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'

/** A handler of `ws.link` takes connections, not requests, and has no `info` about them. */
const isForHttp = (handler: MswHandler): boolean => 'info' in handler

const NOT_FOR_HTTP =
  'The mock server serves HTTP: it leaves out the handlers that are not for HTTP, such as those of ws.link'

type GetResponse = (
  handlers: readonly MswHandler[],
  request: Request,
  context: { baseUrl: string },
) => Promise<Response | undefined>

/** The msw handlers of a server, which are asked before the store. */
export class MswOverrides {
  #initial: readonly MswHandler[]
  #current: readonly MswHandler[]
  #hasWarned = false

  constructor(handlers: readonly MswHandler[]) {
    this.#initial = this.#pick(handlers)
    this.#current = this.#initial
  }

  /** Adds handlers before the current ones. */
  use(handlers: readonly MswHandler[]): void {
    this.#current = [...this.#pick(handlers), ...this.#current]
  }

  /** Restores the initial handlers, or replaces them. */
  reset(handlers: readonly MswHandler[]): void {
    if (handlers.length > 0) this.#initial = this.#pick(handlers)
    this.#current = this.#initial
  }

  /** Leaves out handlers that are not for HTTP, and says so once. */
  #pick(handlers: readonly MswHandler[]): readonly MswHandler[] {
    if (!handlers.every(isMswHandler))
      throw new TypeError('handlers must be msw request handlers, such as http.post(...)')
    const picked = handlers.filter(isForHttp)
    if (picked.length < handlers.length && !this.#hasWarned) {
      this.#hasWarned = true
      process.emitWarning(NOT_FOR_HTTP, 'PlantStoreMockWarning')
    }
    return picked
  }

  /** Undefined without handlers: then no request passes through msw. */
  get askFirst(): AskFirst | undefined {
    return this.#current.length > 0 ? this.#ask : undefined
  }

  /** Resolves to the answer of the first handler that responds. */
  readonly #ask: AskFirst = async (request, body) => {
    const mswRequest = toMswRequest(request, body)
    if (!mswRequest) return undefined
    const getResponse = await loadMsw()
    let response: Response | undefined
    try {
      const baseUrl = new URL(mswRequest.url).origin
      response = await getResponse(this.#current, mswRequest, { baseUrl })
    } catch (error) {
      if (isNetworkError(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      return fault(`A handler threw an exception: ${reason}`)
    }
    if (!response) return undefined
    if (!('headers' in response)) return fault('A handler must return a Response')
    const isPassthrough = response.headers.get('x-msw-intention') === 'passthrough'
    if (isPassthrough) return undefined
    if (response.type === 'error') throw new NetworkError('A handler answered with a network error')
    const problem = findProblem(response)
    return problem === undefined ? toAnswer(response) : fault(`A handler returned ${problem}`)
  }
}

const fault = (message: string) => errorAnswer({ status: 500, message })

/** Says why a response cannot be sent as it is. It may be a double. */
function findProblem({
  status,
  statusText,
  headers,
  body,
  bodyUsed,
}: Response): string | undefined {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    return `the status ${status}: send 200 to 599`
  if (!isHeaderValue(statusText)) return 'a statusText that is not ASCII'
  if (body && typeof body.getReader !== 'function') return 'a body that is not a web stream'
  if (bodyUsed || body?.locked) return 'a Response whose body was read: return a clone'
  const [name] = [...headers].find(([, value]) => !isHeaderValue(value)) ?? []
  return name === undefined ? undefined : `the header ${name} with a value that is not ASCII`
}

/**
 * Creates the request for msw's handlers. Returns undefined if there can be none (`CONNECT`, an invalid
 * `Host`), or if a handler sent it on with `bypass()`.
 */
function toMswRequest(request: StoreRequest, body: Uint8Array): Request | undefined {
  const { method, headers, signal, target } = request
  if (headers.get('accept')?.includes('msw/passthrough')) return undefined
  try {
    const mswRequest = new Request(urlOf(request), {
      method,
      headers: [...headers].filter(([name]) => !NOT_FOR_HANDLERS.has(name)),
      body: body.length > 0 ? new Uint8Array(body) : null,
      signal,
    })
    if (target.session !== undefined) mswRequest.headers.set(SESSION_HEADER, target.session)
    return mswRequest
  } catch {
    return undefined // handlers cannot use it; the store says what is wrong
  }
}

/** Removes the prefix of a session, so that a handler answers in every session. */
function urlOf({ url, target }: StoreRequest): URL {
  const plain = new URL(url)
  plain.pathname = target.path
  return plain
}

/** What is for the server alone. */
const NOT_FOR_HANDLERS = new Set([...HOP_BY_HOP, 'expect'])

/** The transport delimits the body, whatever a handler says. */
const NOT_FROM_HANDLERS = new Set([...HOP_BY_HOP, 'content-length'])

function toAnswer(response: Response): Answer {
  const { status, statusText, body, url } = response
  // `fetch` decodes the body of a response.
  const omitted =
    url === '' ? NOT_FROM_HANDLERS : new Set([...NOT_FROM_HANDLERS, 'content-encoding'])
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers)
    if (!omitted.has(name) && name !== 'set-cookie') headers[name] = value
  const cookies = response.headers.getSetCookie()
  return { status, statusText, headers, body: body ?? '', ...(cookies.length > 0 && { cookies }) }
}

/** Loads msw, or says that it is missing. */
export async function loadMsw(): Promise<GetResponse> {
  let msw: typeof import('msw')
  try {
    msw = await import('msw') // webpack, Rspack and Turbopack let a package be missing only inside of `try`
  } catch (cause) {
    throw new Error('handlers require the package msw: npm install --save-dev msw', { cause })
  }
  if (msw.getResponse) return msw.getResponse as GetResponse
  throw new Error('handlers require msw 2.6 or later, or 3: npm install --save-dev msw')
}
