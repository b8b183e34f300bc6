import { isForeignPost } from '../control/caller-check.ts'
import { Control } from '../control/control.ts'
import type { SessionDirectory } from '../control/routes.ts'
import type { MockSession, StartOptions } from '../control/types.ts'
import type { Answer, Refusal } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import {
  createRecord,
  hasFailed,
  type RequestRecord,
  recordAnswer,
  recordUnread,
} from '../store/request-record.ts'

/** A store and its control API. */
export class Session {
  readonly store: ReferenceStore
  readonly control: Control
  /** When it was last named, in milliseconds since 1970. */
  idleSince: number = Date.now()
  /**
   * Whether someone other than a stranger has used it: the control API or code in the process has changed it, or a
   * request has added a plant. Any page can name sessions.
   */
  isClaimed = false

  /** `isByStranger` tells whether a page of another website may have sent a request. */
  constructor(
    store: ReferenceStore,
    control: Control,
    isByStranger: (record: RequestRecord) => boolean,
  ) {
    this.store = store
    this.control = control
    const stop = store.events.on('record', record => {
      this.isClaimed ||= record.isAdded && !isByStranger(record)
      if (this.isClaimed) stop()
    })
  }

  /** Undefined for the default session. */
  get name(): string | undefined {
    return this.store.session
  }

  /** Whether a request is unanswered, or the session is claimed and watched. Then it is not ended to make room. */
  get isBusy(): boolean {
    return (
      this.store.hasUnanswered ||
      (this.isClaimed && (this.control.isWatched || this.control.hasUnanswered))
    )
  }
}

/** Notified of each session that begins or ends. */
export interface SessionListener {
  started(session: Session): void
  /** `toMakeRoom` is true if it was the longest idle, and made room for another. */
  ended(name: string, toMakeRoom: boolean): void
  /** A request was refused before a session could answer it: in no journal, so only the log shows it. */
  requestRefused(record: RequestRecord): void
  /** A connection was refused before there was a request. */
  connectionRefused(refusal: Refusal): void
}

/** The app's settings that the sessions need. */
export interface SessionsSettings {
  readonly basePath: string
  readonly maxSessions: number
  readonly allowedHosts: readonly string[]
  readonly startOptions: StartOptions
  readonly commandLineToken?: string | undefined
}

/** The default session and the named ones, each of which is created when first named. */
export class Sessions implements SessionDirectory {
  readonly default: Session
  readonly #settings: SessionsSettings
  readonly #listeners = new Set<SessionListener>()
  /** The longest idle first. */
  readonly #named = new Map<string, Session>()

  constructor(store: ReferenceStore, settings: SessionsSettings) {
    this.#settings = settings
    this.default = this.#create(store)
  }

  /** Finds a session, and marks it as used. */
  touch(name: string): Session | undefined {
    const session = this.#named.get(name)
    if (!session) return undefined
    this.#named.delete(name)
    this.#named.set(name, session)
    session.idleSince = Date.now()
    return session
  }

  /** Creates the session if there is none. Returns undefined if there is no room for it. */
  getOrCreate(name: string): Session | undefined {
    const found = this.touch(name)
    if (found) return found
    if (this.#named.size >= this.#settings.maxSessions && !this.#makeRoom()) return undefined
    const session = this.#create(this.default.store.createSession(name))
    this.#named.set(name, session)
    for (const listener of this.#listeners) listener.started(session)
    return session
  }

  #create(store: ReferenceStore): Session {
    const { basePath, startOptions } = this.#settings
    const control = new Control(store, { sessions: this, basePath, startOptions })
    return new Session(store, control, record => this.#isByStranger(record))
  }

  /** Whoever knows a token is not a stranger. If every token is accepted, the headers decide. */
  #isByStranger({ headers, url }: RequestRecord): boolean {
    if (this.default.store.options.accessTokens !== undefined) return false
    return isForeignPost({ headers, url }, this.#settings.allowedHosts)
  }

  /** Ends the longest idle session that is not busy, one that nobody has claimed first. Returns whether there is one. */
  #makeRoom(): boolean {
    const idle = [...this.#named].filter(([, session]) => !session.isBusy)
    const [name, session] = idle.find(([, { isClaimed }]) => !isClaimed) ?? idle[0] ?? []
    if (name === undefined || !session) return false
    this.#end(name, session, `The session ${name} was ended: it was idle longest`, true)
    return true
  }

  /** Returns whether there was one. */
  end(name: string): boolean {
    const session = this.#named.get(name)
    if (session) this.#end(name, session, `The session ${name} was ended`)
    return session !== undefined
  }

  #end(name: string, session: Session, reason: string, toMakeRoom = false): void {
    this.#named.delete(name)
    session.store.end(reason)
    for (const listener of this.#listeners) listener.ended(name, toMakeRoom)
  }

  /** Ends every named session, and what is in flight in the default one. */
  close(reason: string): void {
    for (const [name, session] of this.#named) this.#end(name, session, reason)
    this.default.store.endInFlight(reason)
  }

  /** Logs a request that was refused before a session could answer it. */
  reportRequest(request: StoreRequest, answer: Answer, session?: string): void {
    const record = createRecord(request, 0, session)
    record.duration = 0
    recordUnread(record, request, 'refused before it was read')
    recordAnswer(record, answer)
    for (const listener of this.#listeners) listener.requestRefused(record)
  }

  /** Logs a connection that was refused before there was a request. */
  reportConnection(refusal: Refusal): void {
    for (const listener of this.#listeners) listener.connectionRefused(refusal)
  }

  /** The first token that was given on the command line, if any. */
  get commandLineToken(): string | undefined {
    return this.#settings.commandLineToken
  }

  /** The address of the service that requests are forwarded to, if any. */
  get service(): string | undefined {
    return this.#settings.startOptions.forward
  }

  get count(): number {
    return this.#named.size
  }

  get names(): string[] {
    return [...this.#named.keys()]
  }

  /** The default session, then the named ones. */
  all(): Session[] {
    return [this.default, ...this.#named.values()]
  }

  list(): MockSession[] {
    const now = Date.now()
    return [...this.#named].map(([name, { store, idleSince }]) => {
      const { plants, journal } = store.state
      const failed = [...journal].filter(hasFailed).length
      return { name, plants: plants.count, requests: journal.count, failed, idle: now - idleSince }
    })
  }

  /** Notifies the listener of every session now, and of each that begins or ends later. */
  subscribe(listener: SessionListener): void {
    this.#listeners.add(listener)
    for (const session of this.all()) listener.started(session)
  }
}
