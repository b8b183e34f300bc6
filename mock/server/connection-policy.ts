import type { Session, SessionListener, Sessions } from '../app/sessions.ts'
import { INTERNALS } from '../store/store.ts'

/**
 * A browser repeats a request by itself if a connection that it has used before is reset. So while a
 * request may get a network error, whatever its session, no connection is used twice.
 */
export class ConnectionPolicy implements SessionListener {
  /** The sessions in which a request may get a network error. */
  readonly #failing = new Set<Session>()
  readonly #unsubscribe = new Map<Session, () => void>()
  readonly #closeIdle: () => void

  constructor(sessions: Sessions, closeIdle: () => void) {
    this.#closeIdle = closeIdle
    sessions.subscribe(this)
  }

  get mayBeReused(): boolean {
    return this.#failing.size === 0
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
    if (session.store[INTERNALS].pending.failures.hasNetworkError) {
      this.#failing.add(session)
      this.#closeIdle()
    } else this.#failing.delete(session)
  }
}
