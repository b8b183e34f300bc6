import { checkCaller } from '../control/caller-check.ts'
import { answerRefusal, findRoute, toControlPath } from '../control/control.ts'
import { type Answer, errorAnswer, type Refusal } from '../http/answer.ts'
import { answerPreflight, withCors } from '../http/cors.ts'
import type { StoreRequest } from '../http/request.ts'
import { isSessionName, readSessionName, VALID_NAME } from '../http/session-name.ts'
import { answerOptions, checkHead, checkHeaderCount } from '../store/checks.ts'
import type { AskFirst, Service } from '../store/exchange.ts'
import type { AppSettings } from './options.ts'
import { isAtRoot, redirectToConsole } from './root.ts'
import { type Session, Sessions } from './sessions.ts'

/** The methods of the control API that change a session. */
const CHANGES = new Set(['POST', 'PUT', 'DELETE'])

/** Routes each request to the service or the control API of its session. */
export class App {
  readonly sessions: Sessions
  readonly #settings: AppSettings
  readonly #getAskFirst: () => AskFirst | undefined
  readonly #service: Service | undefined

  /**
   * `getAskFirst` returns what to ask before the store: a server's msw handlers, if it has any. `service` is the real
   * one that is asked in place of the store.
   */
  constructor(
    settings: AppSettings,
    getAskFirst: () => AskFirst | undefined = () => undefined,
    service?: Service,
  ) {
    this.sessions = new Sessions(settings.store, settings)
    this.#settings = settings
    this.#getAskFirst = getAskFirst
    this.#service = service
  }

  respond(request: StoreRequest): Answer | Promise<Answer> {
    // A page could not read the refusal of a preflight, so nothing else is checked first.
    const preflight = answerPreflight(request)
    if (preflight) return preflight
    const path = this.#controlPathOf(request)
    return path === undefined ? this.#respondService(request) : this.#respondControl(request, path)
  }

  /** Refuses a request before anything else looks at it. */
  refuse(request: StoreRequest, refusal: Refusal): Answer {
    return this.#controlPathOf(request) === undefined
      ? this.#refuseService(request, refusal)
      : answerRefusal(refusal)
  }

  #controlPathOf({ target }: StoreRequest): string | undefined {
    const { control, basePath } = this.#settings
    return control ? toControlPath(target.path, basePath) : undefined
  }

  async #respondControl(request: StoreRequest, path: string): Promise<Answer> {
    const answer = await this.#answerControl(request, path)
    // A page that may use it reads the answer, and another one why it may not.
    return request.headers.has('origin') ? withCors(answer, request) : answer
  }

  /** Creates a session only for a request that the control API answers. */
  async #answerControl(request: StoreRequest, path: string): Promise<Answer> {
    const foreign = checkCaller(request, this.#settings.allowedHosts)
    if (foreign) return answerRefusal(foreign)
    const found = findRoute(request, path)
    if ('refusal' in found) return answerRefusal(found.refusal)
    const { name, refusal } = readSessionName(request)
    if (refusal) return answerRefusal(refusal)
    const session = this.#getSession(name)
    if (!session) return answerRefusal(this.#noRoom)
    const answer = await session.control.respond(request, found.route)
    if (CHANGES.has(request.method) && answer.status < 400) session.isClaimed = true
    return answer
  }

  /** Creates a session only for a request that the service answers in it. */
  #respondService(request: StoreRequest): Answer | Promise<Answer> {
    const askFirst = this.#getAskFirst()
    const options = askFirst ? undefined : answerOptions(request)
    if (options) return options
    const service = this.#service
    // Through a mock that forwards, a website could read the answers of an intranet.
    const foreign =
      service && checkCaller(request, this.#settings.allowedHosts, 'a mock that forwards')
    if (foreign) return this.#refuseService(request, foreign)
    const { name, refusal } = readSessionName(request)
    if (refusal) return this.#refuseService(request, checkHeaderCount(request) ?? refusal)
    const { control, basePath, startOptions } = this.#settings
    const isRoot = control && isAtRoot(request, basePath)
    const refused = isRoot
      ? redirectToConsole(request, basePath)
      : checkHead(request, startOptions.forward)
    if (refused && isRoot && !askFirst) return withCors(errorAnswer(refused), request)
    const session =
      refused && !askFirst && name !== undefined
        ? this.sessions.touch(name)
        : this.#getSession(name)
    if (!session) return this.#refuseService(request, refused ?? this.#noRoom, name)
    return session.store.respond(request, refused, { askFirst, service })
  }

  /** Creates the session if there is none. Returns undefined if there is no room for it. */
  #getSession(name: string | undefined): Session | undefined {
    return name === undefined ? this.sessions.default : this.sessions.getOrCreate(name)
  }

  #refuseService(request: StoreRequest, refusal: Refusal, session?: string): Answer {
    const answer = withCors(errorAnswer(refusal), request)
    this.sessions.reportRequest(request, answer, session)
    return answer
  }

  /** Returns the session to a caller in the process. */
  session(name: string): Session {
    if (!isSessionName(name)) throw new TypeError(`session: name must be ${VALID_NAME}`)
    const session = this.sessions.getOrCreate(name)
    if (!session) throw new Error(this.#noRoom.message)
    session.isClaimed = true
    return session
  }

  /** `Retry-After` says that nothing was added: a client may try again. */
  get #noRoom(): Refusal {
    const { maxSessions } = this.#settings
    return {
      status: 503,
      message: `There is no room for another session: all ${maxSessions} are in use. End one, or raise maxSessions`,
      headers: { 'retry-after': '1' },
    }
  }
}
