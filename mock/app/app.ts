import { isControlPath, refuseControl, withControlHeaders } from '../control/control.ts'
import { type Answer, type ErrorAnswer, errorAnswer, preflightHeaders } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { isSessionName, NAME_RULE, readSessionName } from '../http/session-name.ts'
import type { AskFirst } from '../store/reference-store.ts'
import { checkOperation } from '../store/rules.ts'
import { INTERNALS } from '../store/store.ts'
import type { AppSettings } from './options.ts'
import { isAtRoot, respondAtRoot } from './root.ts'
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
    return this.#settings.control && isControlPath(request.target.path)
      ? this.#respondControl(request)
      : this.#respondService(request)
  }

  /** Creates a session only for a request that the control API answers. */
  #respondControl(request: StoreRequest): Answer | Promise<Answer> {
    const refusal = refuseControl(request)
    if (refusal) return refusal
    const name = readSessionName(request)
    if (typeof name === 'object') return withControlHeaders(name)
    const session = this.#getSession(name)
    return session ? session.control.respond(request) : withControlHeaders(this.#noRoom)
  }

  /** Creates a session only for a request that the service answers in it. */
  #respondService(request: StoreRequest): Answer | Promise<Answer> {
    const askFirst = this.#getAskFirst()
    const misdirected = askFirst ? preflight(request) : checkOperation(request)
    // Comes before any check of the session: a page could not read the refusal of a preflight.
    if (misdirected && request.method === 'OPTIONS') return misdirected
    const name = readSessionName(request)
    if (typeof name === 'object') return this.#refuse(request, name)
    if (this.#settings.control && isAtRoot(request) && !askFirst)
      return respondAtRoot(request, this.#settings.basePath)
    const session =
      misdirected && name !== undefined ? this.sessions.find(name) : this.#getSession(name)
    if (!session) return this.#refuse(request, misdirected ?? this.#noRoom, name)
    return session.store[INTERNALS].respond(request, askFirst)
  }

  /** Creates the session if there is none. Returns undefined if there is no room for it. */
  #getSession(name: string | undefined): Session | undefined {
    return name === undefined ? this.sessions.default : this.sessions.get(name)
  }

  #refuse(request: StoreRequest, answer: Answer, session?: string): Answer {
    this.sessions.refused(request, answer, session)
    return answer
  }

  /** Returns the session to a caller in the process. */
  session(name: string): Session {
    if (!isSessionName(name)) throw new TypeError(`session: name must be ${NAME_RULE}`)
    const session = this.sessions.get(name)
    if (!session) throw new Error(this.#noRoom.reason)
    return session
  }

  /** With `Retry-After`, the client knows that nothing was added, and tries again. */
  get #noRoom(): ErrorAnswer {
    const { maxSessions } = this.#settings
    return errorAnswer(
      503,
      `There is no room for another session: all ${maxSessions} are in use. End one, or raise maxSessions`,
      { 'retry-after': '1' },
    )
  }
}

/** As in a browser with msw, no handler sees a preflight. */
function preflight(request: StoreRequest): Answer | undefined {
  const methods = request.headers.get('access-control-request-method')
  return request.method === 'OPTIONS' && methods
    ? { status: 204, headers: preflightHeaders(methods), body: '' }
    : undefined
}
