import type { JsonRequest, MockChanges, MockState } from '../control/types.ts'
import { callControl, fetchToken, showInAddress } from './api.ts'
import { type Outcome, outcomeOf } from './words.ts'

/** A request of the log. */
export interface LogEntry {
  readonly key: string
  readonly request: JsonRequest
  readonly outcome: Outcome
}

/** Where the server came back, or the session was recreated. The requests below are older. */
export interface Divider {
  readonly key: string
  readonly text: string
}

/** The number of requests that the page keeps. */
const MAX_REQUESTS = 1_000

/** Before the server has sent its state. */
const NO_STATE: MockState = {
  epoch: '',
  sessions: 0,
  basePath: '',
  plants: 0,
  requests: 0,
  settings: { latency: [0, 0], failureRate: 0, duplicateIds: 'accept', unknownFields: 'ignore' },
  began: { time: '', reason: '' },
  failures: [],
  holds: [],
  inFlight: [],
  options: {},
}

/** What the page knows of the mock, and what its parts share. It is drawn at most once a frame. */
class Model {
  state: MockState = NO_STATE
  connection: 'connecting' | 'live' | 'lost' = 'connecting'
  /** How many milliseconds the browser's clock is ahead of the server's. */
  clockLead: number = 0
  isPaused: boolean = false
  /** The newest first. */
  lines: readonly (LogEntry | Divider)[] = []
  /** Requests that are not in the log yet, the oldest first. */
  queue: LogEntry[] = []
  /** The keys of the requests that are expanded. */
  readonly expanded: Set<string> = new Set()
  /** The row that had the focus when it went. */
  lostFocus: { key: string; wasInFlight: boolean } | undefined
  /** What a screen reader is told next. */
  announcement: string = ''
  /** What was typed as the token of the Send tab. The page keeps it nowhere else. */
  typedToken: string | undefined
  /** The token of the server's command line, which the page carries. */
  commandLineToken: string | undefined
  /** Counts the resets and restarts while the page is open. */
  restarts: number = 0
  draw: () => void = () => {}
  #announced: { first: JsonRequest; count: number } | undefined
  /** How many requests of this epoch were received, and how many of them are in the log. */
  #received = 0
  #shown = 0
  #isDrawing = false

  /** A token that the mock accepts: that of its command line, or any if it accepts any. */
  get knownToken(): string | undefined {
    const acceptsAny = this.state.options.accessTokens === undefined
    return this.commandLineToken ?? (acceptsAny ? 'token' : undefined)
  }

  /** The token of the Send tab. */
  get token(): string {
    return this.typedToken ?? this.knownToken ?? 'token'
  }

  /** How many requests a pause hides. The page keeps no more than it can show. */
  get hidden(): string {
    const { length } = this.queue
    return length > MAX_REQUESTS ? `over ${MAX_REQUESTS.toLocaleString('en')}` : String(length)
  }

  /** How many requests there are. A pause hides the new ones. */
  get count(): number {
    const { requests, inFlight } = this.state
    return (this.isPaused ? this.#shown : requests) + inFlight.length
  }

  get entries(): LogEntry[] {
    return this.lines.filter(line => 'request' in line)
  }

  /** Draws in the next frame. */
  update(): void {
    if (this.#isDrawing) return
    this.#isDrawing = true
    requestAnimationFrame(() => {
      this.#isDrawing = false
      if (!this.isPaused) this.#showQueue()
      this.draw()
    })
  }

  announce(text: string): void {
    this.announcement = text
    this.update()
  }

  /** The key of a request of this epoch. */
  keyOf({ number }: JsonRequest): string {
    return `${this.restarts}/${number}`
  }

  togglePause(): void {
    this.isPaused = !this.isPaused
    this.update()
  }

  /** Empties the log. */
  clear(): void {
    this.lines = []
    this.queue = []
    this.update()
  }

  receive({ state, requests, time, rest }: MockChanges): void {
    if (state.epoch !== this.state.epoch) this.#begin(state)
    this.clockLead = Date.now() - time
    this.state = state
    for (const request of requests) this.#add(request)
    this.#received = state.requests - rest
    this.connection = 'live' // only now does the page show what the server has
    this.update()
  }

  #add(request: JsonRequest): void {
    const entry = { key: this.keyOf(request), request, outcome: outcomeOf(request) }
    // A page in the background draws nothing.
    if (this.queue.length >= 2 * MAX_REQUESTS) this.queue = this.queue.slice(-MAX_REQUESTS)
    this.queue.push(entry)
  }

  /** Another server may have another token. */
  async #refreshToken(): Promise<void> {
    try {
      this.commandLineToken = await fetchToken()
      this.update()
    } catch {
      // Disconnected again, which the page shows elsewhere.
    }
  }

  lose(): void {
    this.connection = 'lost'
    this.update()
  }

  /** A reset empties the log. It is kept when the server is restarted or the session recreated. */
  #begin(state: MockState): void {
    if (this.connection !== 'connecting') this.restarts++
    this.#shown = 0
    showInAddress(state.session)
    const [start, session] = state.epoch.split('-')
    const [startBefore, sessionBefore] = this.state.epoch.split('-')
    const isSameServer = start === startBefore
    if (isSameServer && session === sessionBefore) this.clear()
    else if (this.connection === 'lost') {
      if (this.lines.length > 0)
        this.#divide(isSameServer ? 'The session was recreated' : 'The server came back')
      void this.#refreshToken()
    }
  }

  #divide(event: string): void {
    const time = new Date().toLocaleTimeString('en-GB')
    const text = `${event} at ${time}. The requests below are from before.`
    this.lines = [{ key: `divider ${this.restarts}`, text }, ...this.lines]
  }

  #showQueue(): void {
    if (this.queue.length === 0) return
    for (const { request } of this.queue) this.#summarize(request)
    const lines = [...this.queue.reverse(), ...this.lines].slice(0, MAX_REQUESTS)
    if ('text' in (lines.at(-1) ?? {})) lines.pop()
    this.lines = lines
    this.queue = []
    this.#shown = this.#received
    if (this.expanded.size < MAX_REQUESTS) return
    const keys = new Set(lines.map(({ key }) => key))
    for (const key of this.expanded) if (!keys.has(key)) this.expanded.delete(key)
  }

  /** Tells a screen reader of new requests together: it could not keep up with each of them. */
  #summarize(first: JsonRequest): void {
    if (this.#announced) {
      this.#announced.count++
      return
    }
    const announced = { first, count: 1 }
    this.#announced = announced
    setTimeout(() => {
      const requests = announced.count === 1 ? '1 request' : `${announced.count} requests`
      const outcome =
        first.status === undefined ? 'without a response' : `with status ${first.status}`
      this.#announced = undefined
      this.announce(`${requests}, the first one ${first.method} ${outcome}`)
    }, ANNOUNCE_AFTER)
  }
}

/** How long requests are collected before they are announced together. */
const ANNOUNCE_AFTER = 2_000

export const model: Model = new Model()

/** Follows the server while the page is open. */
export async function follow(): Promise<void> {
  for (let version = ''; ; ) {
    const start = performance.now()
    try {
      const after = new URLSearchParams({ after: version })
      const changes = (await callControl('GET', `/changes?${after}`)) as MockChanges
      version = changes.version
      model.receive(changes)
      if (changes.rest === 0) await pauseUntil(start + PACE_MS)
    } catch {
      model.lose()
      await pauseUntil(start + RETRY_MS)
    }
  }
}

/** Changes that follow closely are received together. */
const PACE_MS = 50

const RETRY_MS = 1_000

/** Without a timer if the time has come: browsers slow the timers of hidden pages down to one a minute. */
async function pauseUntil(time: number): Promise<void> {
  const ms = time - performance.now()
  if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms))
}
