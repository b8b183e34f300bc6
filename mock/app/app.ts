import { isControlPath, withControlHeaders } from '../control/control.ts'
import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'
import { isSessionName, NAME_RULE, readSessionName } from '../http/session-name.ts'
import { INTERNALS, type StoreInternals } from '../store/store.ts'
import type { AppSettings } from './options.ts'
import { isAtRoot, respondAtRoot } from './root.ts'
import { type Session, Sessions } from './sessions.ts'

/** Answers a request to the service, from the store of its session. */
export type Service = (
  request: StoreRequest,
  store: StoreInternals,
) => StoreResponse | Promise<StoreResponse>

const askStore: Service = (request, store) => store.respond(request)

/** Leads each request to the service or the control API of its session. */
export class App {
  readonly sessions: Sessions
  readonly #settings: AppSettings
  readonly #service: Service
  readonly #ownsRoot: () => boolean

  /** `ownsRoot` tells whether the root is the app's, and not the service's too. */
  constructor(settings: AppSettings, service: Service = askStore, ownsRoot = () => true) {
    this.sessions = new Sessions(settings.store, settings)
    this.#settings = settings
    this.#service = service
    this.#ownsRoot = ownsRoot
  }

  respond(request: StoreRequest): StoreResponse | Promise<StoreResponse> {
    const isControl = this.#settings.control && isControlPath(request.path)
    const session = this.#sessionOf(request)
    if ('reason' in session) return isControl ? withControlHeaders(session) : session
    if (isControl) return session.control.respond(request)
    if (this.#settings.control && isAtRoot(request) && this.#ownsRoot())
      return respondAtRoot(request, this.#settings.basePath)
    return this.#service(request, session.store[INTERNALS])
  }

  #sessionOf(request: StoreRequest): Session | ErrorResponse {
    const name = readSessionName(request)
    if (name === undefined) return this.sessions.default
    if (typeof name !== 'string') return name
    return this.sessions.get(name) ?? errorResponse(503, this.#full)
  }

  /** The session, for a caller in the process. */
  session(name: string): Session {
    if (!isSessionName(name)) throw new TypeError(`session: name must be ${NAME_RULE}`)
    const session = this.sessions.get(name)
    if (!session) throw new Error(this.#full)
    return session
  }

  get #full(): string {
    const { maxSessions } = this.#settings
    return `There is no room for another session: all ${maxSessions} are in use. End one, or raise maxSessions`
  }
}
