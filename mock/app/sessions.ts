import { Control, type ControlContext } from '../control/control.ts'
import { HoldMemory } from '../control/hold-memory.ts'
import type { SessionDirectory } from '../control/session-routes.ts'
import type { MockSession, StartOptions } from '../control/types.ts'
import { createSessionStore, INTERNALS, type MockStore } from '../store/store.ts'

/** A store, and its control API once that is used. */
export class Session {
  /** Undefined for the default session. */
  readonly name: string | undefined
  readonly store: MockStore
  /** When it was last named, in milliseconds since 1970. */
  lastUsed: number = Date.now()
  readonly #context: ControlContext
  #control: Control | undefined

  constructor(store: MockStore, context: ControlContext) {
    this.name = context.session
    this.store = store
    this.#context = context
  }

  get control(): Control {
    this.#control ??= new Control(this.store, this.#context)
    return this.#control
  }

  /** Whether somebody waits for it: ending it would lose what they wait for. */
  get isBusy(): boolean {
    return this.store[INTERNALS].waiting.length > 0 || this.#control?.hasListeners === true
  }

  /** Ends what is open: event streams, and held requests. */
  close(reason: string): void {
    this.#control?.close()
    this.store[INTERNALS].pending.endHolds(reason)
  }

  /** Closes it for good: its store can only be read. */
  end(reason: string): void {
    this.close(reason)
    this.store[INTERNALS].end(reason)
  }
}

/** Called for each session that begins or ends. */
export interface SessionListener {
  started(session: Session): void
  /** `toMakeRoom` if it was the one idle longest, and another was named. */
  ended(session: Session, toMakeRoom: boolean): void
}

/** What the sessions need of the app's settings. */
export interface SessionsSettings {
  readonly basePath: string
  readonly maxSessions: number
  readonly startOptions: StartOptions
}

/** The default session and the named ones, each of which is made when it is first named. */
export class Sessions implements SessionDirectory {
  readonly default: Session
  readonly #settings: SessionsSettings
  readonly #listeners = new Set<SessionListener>()
  readonly #endedHolds = new HoldMemory()
  /** In the order in which they were last named. */
  readonly #named = new Map<string, Session>()

  constructor(store: MockStore, settings: SessionsSettings) {
    this.#settings = settings
    this.default = this.#create(undefined, store)
  }

  /** Makes the session if there is none. Returns undefined if there is no room for it. */
  get(name: string): Session | undefined {
    const session = this.#named.get(name)
    if (session) {
      this.#named.delete(name) // and put back as the last one named
      this.#named.set(name, session)
      session.lastUsed = Date.now()
      return session
    }
    if (this.#named.size >= this.#settings.maxSessions && !this.#makeRoom()) return undefined
    return this.#start(name)
  }

  /** Ends the session that has been idle longest and that nobody waits for. */
  #makeRoom(): boolean {
    for (const [name, session] of this.#named) {
      if (session.isBusy) continue
      this.#end(name, session, `The session ${name} was ended: it was idle longest`, true)
      return true
    }
    return false
  }

  #start(name: string): Session {
    const store = createSessionStore(this.default.store, name)
    const session = this.#create(name, store)
    this.#named.set(name, session)
    for (const listener of this.#listeners) listener.started(session)
    return session
  }

  #create(session: string | undefined, store: MockStore): Session {
    const { basePath, startOptions } = this.#settings
    const endedHolds = this.#endedHolds
    return new Session(store, { session, sessions: this, endedHolds, basePath, startOptions })
  }

  end(name: string): boolean {
    const session = this.#named.get(name)
    if (session) this.#end(name, session, `The session ${name} was ended`)
    return session !== undefined
  }

  #end(name: string, session: Session, reason: string, toMakeRoom = false): void {
    this.#named.delete(name)
    session.end(reason)
    for (const listener of this.#listeners) listener.ended(session, toMakeRoom)
  }

  /** Ends every named session, and what is open in the default one. */
  close(reason: string): void {
    for (const [name, session] of [...this.#named]) this.#end(name, session, reason)
    this.default.close(reason)
  }

  /** The longest idle first. */
  get names(): string[] {
    return [...this.#named.keys()]
  }

  get count(): number {
    return this.#named.size
  }

  list(): MockSession[] {
    const now = Date.now()
    return Array.from(this.#named, ([name, { store, lastUsed }]) => ({
      name,
      plants: store[INTERNALS].plants.length,
      requests: store[INTERNALS].requestCount,
      idle: now - lastUsed,
    }))
  }

  /** Calls the listener for the default session at once, and for each that begins or ends later. */
  subscribe(listener: SessionListener): void {
    this.#listeners.add(listener)
    listener.started(this.default)
    for (const session of this.#named.values()) listener.started(session)
  }
}
