import { Control, type ControlContext } from '../control/control.ts'
import { HoldMemory } from '../control/hold-memory.ts'
import type { SessionDirectory } from '../control/session-routes.ts'
import type { MockSession, StartOptions } from '../control/types.ts'
import type { StoreRequest } from '../http/request.ts'
import type { StoreResponse } from '../http/response.ts'
import { createRecord, type RequestRecord, recordResponse } from '../store/mock-request.ts'
import { createSessionStore, INTERNALS, type MockStore } from '../store/store.ts'

/** A store, and its control API once that is used. */
export class Session {
  /** Undefined for the default session. */
  readonly name: string | undefined
  readonly store: MockStore
  /** When it was last named, in milliseconds since 1970. */
  lastUsed = 0
  /** The order in which sessions were last named. */
  order = 0
  readonly #context: ControlContext
  #control: Control | undefined
  #inFlight = 0

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
    return (
      this.#inFlight > 0 || this.store[INTERNALS].isBusy || this.#control?.hasListeners === true
    )
  }

  /** Answers a request, and keeps the session meanwhile: its body may still arrive. */
  async answer(respond: () => StoreResponse | Promise<StoreResponse>): Promise<StoreResponse> {
    this.#inFlight++
    try {
      return await respond()
    } finally {
      this.#inFlight--
    }
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

/** What is known of a request that no session has answered, and so none has numbered. */
export type RefusedRequest = Omit<RequestRecord, 'number'>

/** Called for each session that begins or ends. */
export interface SessionListener {
  started(session: Session): void
  /** `toMakeRoom` if it was the one idle longest, and another was named. */
  ended(session: Session, toMakeRoom: boolean): void
  /** A request was refused that is in the journal of no session. */
  refused?(request: RefusedRequest): void
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
  readonly #named = new Map<string, Session>()
  #lastOrder = 0

  constructor(store: MockStore, settings: SessionsSettings) {
    this.#settings = settings
    this.default = this.#create(undefined, store)
  }

  /** A session that there is. */
  find(name: string): Session | undefined {
    const session = this.#named.get(name)
    if (session) this.#use(session)
    return session
  }

  /** Makes the session if there is none. Returns undefined if there is no room for it. */
  get(name: string): Session | undefined {
    const session = this.find(name)
    if (session) return session
    if (this.#named.size >= this.#settings.maxSessions && !this.#makeRoom()) return undefined
    return this.#start(name)
  }

  /** Ends the session that has been idle longest and that nobody waits for. */
  #makeRoom(): boolean {
    let idlest: Session | undefined
    for (const session of this.#named.values())
      if (!session.isBusy && !(idlest && idlest.order < session.order)) idlest = session
    if (idlest?.name === undefined) return false
    const { name } = idlest
    this.#end(name, idlest, `The session ${name} was ended: it was idle longest`, true)
    return true
  }

  #start(name: string): Session {
    const store = createSessionStore(this.default.store, name)
    const session = this.#create(name, store)
    this.#named.set(name, session)
    this.#use(session)
    for (const listener of this.#listeners) listener.started(session)
    return session
  }

  #use(session: Session): void {
    session.lastUsed = Date.now()
    session.order = ++this.#lastOrder
  }

  /** The longest idle first. */
  #byIdleness(): [name: string, session: Session][] {
    return [...this.#named].sort(([, a], [, b]) => a.order - b.order)
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

  /** Tells of a request that was refused before a session could answer it. */
  refused(request: StoreRequest, response: StoreResponse, session?: string): void {
    const record: RefusedRequest = createRecord(request, 0, session)
    record.duration = 0
    record.response = recordResponse(response, request.method)
    if ('reason' in response) record.reason = String(response.reason)
    for (const listener of this.#listeners) listener.refused?.(record)
  }

  /** The longest idle first. */
  get names(): string[] {
    return this.#byIdleness().map(([name]) => name)
  }

  get count(): number {
    return this.#named.size
  }

  list(): MockSession[] {
    const now = Date.now()
    return this.#byIdleness().map(([name, { store, lastUsed }]) => ({
      name,
      plants: store[INTERNALS].plantCount,
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
