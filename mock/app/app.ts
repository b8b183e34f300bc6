import { answerRefusal, findRoute, isControlPath } from '../control/control.ts'
import { type Answer, errorAnswer, preflightHeaders, type Refusal } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { isSessionName, readSessionName, VALID_NAME } from '../http/session-name.ts'
import { answerPreflight, checkHead, checkHeaderCount } from '../store/checks.ts'
import type { AskFirst } from '../store/exchange.ts'
import type { AppSettings } from './options.ts'
import { isAtRoot, redirectToConsole, refuseRoot, wantsPage } from './root.ts'
import { type Session, Sessions } from './sessions.ts'

/** Routes each request to the service or the control API of its session. */
export class App {
  readonly sessions: Sessions
  readonly #settings: AppSettings
  readonly #getAskFirst: () => AskFirst | undefined

  /** `getAskFirst` returns what to ask before the store: a server's msw handlers, if it has any. */
  constructor(settings: AppSettings, getAskFirst: () => AskFirst | undefined = () => undefined) {
    this.sessions = new Sessions(settings.store, settings)
    this.#settings = settings
    this.#getAskFirst = getAskFirst
  }

  respond(request: StoreRequest): Answer | Promise<Answer> {
    return this.#isControl(request) ? this.#respondControl(request) : this.#respondService(request)
  }

  /** Refuses a request before anything else looks at it. */
  refuse(request: StoreRequest, refusal: Refusal): Answer {
    return this.#isControl(request) ? answerRefusal(refusal) : this.#refuse(request, refusal)
  }

  #isControl({ target }: StoreRequest): boolean {
    return this.#settings.control && isControlPath(target.path)
  }

  /** Creates a session only for a request that the control API answers. */
  #respondControl(request: StoreRequest): Answer | Promise<Answer> {
    const found = findRoute(request)
    if ('refusal' in found) return answerRefusal(found.refusal)
    const { name, refusal } = readSessionName(request)
    if (refusal) return answerRefusal(refusal)
    const session = this.#getSession(name)
    return session ? session.control.respond(request, found.route) : answerRefusal(this.#noRoom)
  }

  /** Creates a session only for a request that the service answers in it. */
  #respondService(request: StoreRequest): Answer | Promise<Answer> {
    const askFirst = this.#getAskFirst()
    // A page could not read the refusal of a preflight, so nothing else is checked first.
    const preflight = askFirst ? answerAnyPreflight(request) : answerPreflight(request)
    if (preflight) return preflight
    const { name, refusal } = readSessionName(request)
    if (refusal) return this.#refuse(request, checkHeaderCount(request) ?? refusal)
    const isRoot = this.#settings.control && isAtRoot(request, this.#settings.basePath)
    if (isRoot && !askFirst && wantsPage(request)) return redirectToConsole(request)
    const refused = isRoot ? refuseRoot(request, this.#settings.basePath) : checkHead(request)
    const session =
      refused && !askFirst && name !== undefined ? this.sessions.find(name) : this.#getSession(name)
    if (!session) return this.#refuse(request, refused ?? this.#noRoom, name)
    return session.store.respond(request, refused, askFirst)
  }

  /** Creates the session if there is none. Returns undefined if there is no room for it. */
  #getSession(name: string | undefined): Session | undefined {
    return name === undefined ? this.sessions.default : this.sessions.get(name)
  }

  #refuse(request: StoreRequest, refusal: Refusal, session?: string): Answer {
    const answer = errorAnswer(refusal)
    this.sessions.refused(request, answer, session)
    return answer
  }

  /** Returns the session to a caller in the process. */
  session(name: string): Session {
    if (!isSessionName(name)) throw new TypeError(`session: name must be ${VALID_NAME}`)
    const session = this.sessions.get(name)
    if (!session) throw new Error(this.#noRoom.message)
    return session
  }

  /** With `Retry-After`, the client knows that nothing was added, and tries again. */
  get #noRoom(): Refusal {
    const { maxSessions } = this.#settings
    return {
      status: 503,
      message: `There is no room for another session: all ${maxSessions} are in use. End one, or raise maxSessions`,
      headers: { 'retry-after': '1' },
    }
  }
}

/** As in a browser with msw, no handler sees a preflight. */
function answerAnyPreflight(request: StoreRequest): Answer | undefined {
  const methods = request.headers.get('access-control-request-method')
  return request.method === 'OPTIONS' && methods
    ? { status: 204, headers: preflightHeaders(methods), body: '' }
    : undefined
}
