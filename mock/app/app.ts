import { isControlPath, withControlHeaders } from '../control/control.ts'
import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'
import { isSessionName, NAME_RULE, readSessionName } from '../http/session-name.ts'
import { checkOperation } from '../store/checks.ts'
import { INTERNALS, type StoreInternals } from '../store/store.ts'
import type { AppSettings } from './options.ts'
import { isAtRoot, respondAtRoot } from './root.ts'
import { type Session, Sessions } from './sessions.ts'

/** Answers requests to the service. */
export interface Service {
  /** Whether the root is the app's alone. */
  readonly leavesRoot: boolean
  /** The response that a request gets in any session: to a preflight, and where there is nothing. */
  respondAnywhere(request: StoreRequest): StoreResponse | undefined
  /** Answers a request from the store of its session. */
  respond(request: StoreRequest, store: StoreInternals): StoreResponse | Promise<StoreResponse>
}

/** The service without handlers that are asked first. */
const storeService: Service = {
  leavesRoot: true,
  respondAnywhere: checkOperation,
  respond: (request, store) => store.respond(request),
}

/** Leads each request to the service or the control API of its session. */
export class App {
  readonly sessions: Sessions
  readonly #settings: AppSettings
  readonly #service: Service

  constructor(settings: AppSettings, service: Service = storeService) {
    this.sessions = new Sessions(settings.store, settings)
    this.#settings = settings
    this.#service = service
  }

  respond(request: StoreRequest): StoreResponse | Promise<StoreResponse> {
    return this.#settings.control && isControlPath(request.path)
      ? this.#respondControl(request)
      : this.#respondService(request)
  }

  /** A session is made only for a request that the control API answers. */
  #respondControl(request: StoreRequest): StoreResponse | Promise<StoreResponse> {
    const refusal = this.sessions.default.control.check(request)
    if (refusal) return withControlHeaders(refusal)
    const name = readSessionName(request)
    if (typeof name === 'object') return withControlHeaders(name)
    const session = this.#sessionOf(name)
    if (!session) return withControlHeaders(this.#noRoom)
    return session.answer(() => session.control.respond(request))
  }

  /** A session is made only for a request that the service answers in it. */
  #respondService(request: StoreRequest): StoreResponse | Promise<StoreResponse> {
    const general = this.#service.respondAnywhere(request)
    // Before anything can be wrong with its session: a page would not be told what.
    if (general && request.method === 'OPTIONS') return general
    const name = readSessionName(request)
    if (typeof name === 'object') return this.#refuse(request, name)
    if (this.#settings.control && isAtRoot(request) && this.#service.leavesRoot)
      return respondAtRoot(request, this.#settings.basePath)
    const session = general && name !== undefined ? this.sessions.find(name) : this.#sessionOf(name)
    if (!session) return this.#refuse(request, general ?? this.#noRoom, name)
    const respond = () => this.#service.respond(request, session.store[INTERNALS])
    return session.name === undefined ? respond() : session.answer(respond)
  }

  /** Makes the session if there is none. Returns undefined if there is no room for it. */
  #sessionOf(name: string | undefined): Session | undefined {
    return name === undefined ? this.sessions.default : this.sessions.get(name)
  }

  /** No session has this request in its journal, so that the log alone can show it. */
  #refuse(request: StoreRequest, response: StoreResponse, session?: string): StoreResponse {
    this.sessions.refused(request, response, session)
    return response
  }

  /** The session, for a caller in the process. */
  session(name: string): Session {
    if (!isSessionName(name)) throw new TypeError(`session: name must be ${NAME_RULE}`)
    const session = this.sessions.get(name)
    if (!session) throw new Error(this.#noRoom.reason)
    return session
  }

  /** With `Retry-After`, the client knows that nothing was added, and tries again. */
  get #noRoom(): ErrorResponse {
    const { maxSessions } = this.#settings
    return errorResponse(
      503,
      `There is no room for another session: all ${maxSessions} are in use. End one, or raise maxSessions`,
      { 'retry-after': '1' },
    )
  }
}
