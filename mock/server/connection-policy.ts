import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Session, SessionListener, Sessions } from '../app/sessions.ts'
import { isControlPath } from '../control/control.ts'
import type { StoreRequest } from '../http/request.ts'
import { readSessionName } from '../http/session-name.ts'
import { INTERNALS } from '../store/store.ts'

/** The last request of a connection. */
interface LastUse {
  readonly request: StoreRequest
  readonly response: ServerResponse
}

/**
 * Browsers, among others, repeat a request by themselves if a connection that they have used before is
 * reset. So while a request may get a network error, no connection is used twice: responses say so, and
 * idle connections of that session are closed. Those of other sessions stay open, since a client could
 * send its next request at that moment, and lose it.
 *
 * The next request is sure to fail only if a network error is pending. A hold may be released with one, and
 * a random failure may be one: then this is for browsers alone, which repeat what they lose so. Other clients
 * would lose requests that are to succeed.
 */
export class ConnectionPolicy implements SessionListener {
  readonly #connections = new Map<Socket, LastUse>()
  /** The sessions in which a network error is pending. */
  readonly #failing = new Set<Session>()
  /** The sessions in which a request may get one by chance, or when it is released. */
  readonly #mayFail = new Set<Session>()
  readonly #unsubscribe = new Map<Session, () => void>()

  constructor(sessions: Sessions) {
    sessions.subscribe(this)
  }

  /** Whether the connection of that request may be used for another. */
  mayReuse(request: StoreRequest): boolean {
    return this.#failing.size === 0 && (this.#mayFail.size === 0 || !isBrowser(request))
  }

  /** Notes what a connection is used for. */
  use({ socket }: IncomingMessage, lastUse: LastUse): void {
    if (!this.#connections.has(socket)) socket.once('close', () => this.#connections.delete(socket))
    this.#connections.set(socket, lastUse)
  }

  started(session: Session): void {
    const { events } = session.store[INTERNALS]
    this.#unsubscribe.set(
      session,
      events.on('pending', () => this.#update(session)),
    )
    this.#update(session)
  }

  ended(session: Session): void {
    this.#unsubscribe.get(session)?.()
    this.#unsubscribe.delete(session)
    this.#failing.delete(session)
    this.#mayFail.delete(session)
  }

  unsubscribe(): void {
    for (const session of [...this.#unsubscribe.keys()]) this.ended(session)
  }

  #update(session: Session): void {
    const { pending, settings } = session.store[INTERNALS]
    const mayFail = settings.failureRate > 0 || pending.holds.size > 0
    if (setMember(this.#mayFail, session, mayFail)) this.#closeIdle(session, isBrowser)
    if (setMember(this.#failing, session, pending.failures.hasNetworkError))
      this.#closeIdle(session, mayCarryOperation)
  }

  #closeIdle({ name }: Session, isMeant: (request: StoreRequest) => boolean): void {
    for (const [socket, { request, response }] of this.#connections) {
      const isIdle = response.writableFinished
      if (isIdle && readSessionName(request) === name && isMeant(request)) socket.destroy()
    }
  }
}

/** Adds or removes a member. Returns whether it is a new one. */
function setMember<T>(set: Set<T>, member: T, isMember: boolean): boolean {
  if (!isMember) set.delete(member)
  if (!isMember || set.has(member)) return false
  set.add(member)
  return true
}

const isBrowser = (request: StoreRequest) =>
  request.header('user-agent')?.startsWith('Mozilla/') === true

/** Of the clients of the control API only a browser, in the console, also sends requests to the service. */
const mayCarryOperation = (request: StoreRequest) =>
  !isControlPath(request.path) || isBrowser(request)
