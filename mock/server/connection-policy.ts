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
 */
export class ConnectionPolicy implements SessionListener {
  readonly #connections = new Map<Socket, LastUse>()
  /** The sessions in which a request may get a network error. */
  readonly #failing = new Set<Session>()
  readonly #unsubscribe = new Map<Session, () => void>()

  constructor(sessions: Sessions) {
    sessions.subscribe(this)
  }

  get mayBeReused(): boolean {
    return this.#failing.size === 0
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
      events.on('change', () => this.#update(session)),
    )
    this.#update(session)
  }

  ended(session: Session): void {
    this.#unsubscribe.get(session)?.()
    this.#unsubscribe.delete(session)
    this.#failing.delete(session)
  }

  unsubscribe(): void {
    for (const session of [...this.#unsubscribe.keys()]) this.ended(session)
  }

  #update(session: Session): void {
    if (!session.store[INTERNALS].pending.failures.hasNetworkError) this.#failing.delete(session)
    else if (!this.#failing.has(session)) {
      this.#failing.add(session)
      this.#closeIdle(session)
    }
  }

  #closeIdle({ name }: Session): void {
    for (const [socket, { request, response }] of this.#connections) {
      const isIdle = response.writableFinished
      if (isIdle && readSessionName(request) === name && mayCarryOperation(request))
        socket.destroy()
    }
  }
}

/** Of the clients of the control API only a browser, in the console, also sends requests to the service. */
const mayCarryOperation = (request: StoreRequest) =>
  !isControlPath(request.path) || request.header('user-agent')?.startsWith('Mozilla/') === true
