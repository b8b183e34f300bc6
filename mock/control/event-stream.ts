import { writeJson } from '../json/write.ts'
import type { JournalEntry } from '../store/journal.ts'
import { writeMockRequest } from '../store/mock-request.ts'
import type { MockState } from './types.ts'

/** Where the events come from. */
export interface EventSource {
  getState(): MockState
  /** The entries of the journal after that position, the oldest first. */
  requestsSince(position: number): readonly Pick<JournalEntry, 'position' | 'request'>[]
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

/** Milliseconds between heartbeats, and the minimum between two rounds of events. */
export interface EventTimes {
  heartbeat: number
  pace: number
}

interface Listener {
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly heartbeatTimer: ReturnType<typeof setInterval>
  run: string
  /** The position of the last request that was sent. */
  sent: number
  /** The last state that was sent. */
  state: string
  /** How many changes there had been when it was last sent everything; undefined before. */
  changes: number | undefined
  /** When it was last sent something; 0 before. */
  lastSent: number
  /** When its timer last ran, by `performance.now()`. */
  lastBeat: number
  /** Whether it has read nothing since the last heartbeat. */
  isStuck: boolean
}

/**
 * Server-sent events (HTML, section 9.2). Each listener is sent what the journal has gained since its
 * last event, and never more than it reads: a slow listener holds no memory, and one that reads
 * nothing between two heartbeats is disconnected. Without listeners nothing runs.
 *
 * Each listener has its own timers, because workerd ends those of a request with the request, and what
 * wakes it is a promise of its own, because workerd runs each request by itself.
 */
export class EventStream {
  readonly #source: EventSource
  readonly #times: EventTimes
  readonly #listeners = new Set<Listener>()
  /** What wakes the listeners that wait for a change. */
  readonly #waiting = new Map<Listener, () => void>()
  #unsubscribe: (() => void) | undefined
  #changes = 0

  constructor(source: EventSource, times: EventTimes = { heartbeat: 15_000, pace: 50 }) {
    this.#source = source
    this.#times = times
  }

  /** The body of a new listener's response, which resumes after its `Last-Event-ID`. */
  open(lastEventId: string | null): ReadableStream<Uint8Array> {
    const [, run = '', number = '0'] = EVENT_ID.exec(lastEventId ?? '') ?? []
    const sent = Math.min(Number(number), this.#source.getState().requests)
    let listener: Listener
    return new ReadableStream(
      {
        start: controller => {
          listener = this.#add(controller, run, sent)
        },
        pull: () => this.#sendNext(listener),
        cancel: () => this.#remove(listener),
      },
      { highWaterMark: MAX_BUFFERED_BYTES, size: chunk => chunk?.byteLength ?? 0 },
    )
  }

  get hasListeners(): boolean {
    this.#removeDead()
    return this.#listeners.size > 0
  }

  /** workerd does not tell when a client disconnects, but then the timers of its request stop. */
  #removeDead(): void {
    const latest = performance.now() - 2.5 * this.#times.heartbeat
    for (const listener of this.#listeners) if (listener.lastBeat < latest) this.#remove(listener)
  }

  /** Ends every stream. */
  close(): void {
    for (const listener of [...this.#listeners]) {
      this.#remove(listener)
      listener.controller.close()
    }
  }

  #add(controller: Listener['controller'], run: string, sent: number): Listener {
    this.#removeDead()
    const heartbeatTimer = setInterval(() => this.#heartbeat(listener), this.#times.heartbeat)
    const listener: Listener = {
      controller,
      heartbeatTimer,
      run,
      sent,
      state: '',
      changes: undefined,
      lastSent: 0,
      lastBeat: performance.now(),
      isStuck: false,
    }
    this.#listeners.add(listener)
    this.#unsubscribe ??= this.#source.onChange(() => this.#changed())
    return listener
  }

  #remove(listener: Listener): void {
    clearInterval(listener.heartbeatTimer)
    this.#listeners.delete(listener)
    this.#waiting.delete(listener)
    if (this.#listeners.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #changed(): void {
    this.#changes++
    for (const wake of this.#waiting.values()) wake()
    this.#waiting.clear()
  }

  #heartbeat(listener: Listener): void {
    listener.lastBeat = performance.now()
    if (!isFull(listener)) enqueue(listener, ': heartbeat\n\n')
    else if (listener.isStuck) this.#disconnect(listener, new Error('The listener reads nothing'))
    else listener.isStuck = true
  }

  /** Waits for a change, and sends it. The stream calls this again as long as its buffer has room. */
  async #sendNext(listener: Listener): Promise<void> {
    listener.isStuck = false
    if (listener.changes === this.#changes) {
      await new Promise<void>(resolve => this.#waiting.set(listener, resolve))
      await this.#pace(listener)
    }
    if (!this.#listeners.has(listener)) return
    try {
      this.#sendNews(listener)
    } catch (error) {
      this.#disconnect(listener, error)
    }
  }

  /** Sends the first change at once, and those that follow closely together. */
  async #pace({ lastSent }: Listener): Promise<void> {
    const delay = lastSent + this.#times.pace - Date.now()
    if (delay > 0) await new Promise(resolve => setTimeout(resolve, delay))
  }

  /** Stops when the listener's buffer is full. */
  #sendNews(listener: Listener): void {
    const changes = this.#changes
    if (listener.lastSent === 0) enqueue(listener, 'retry: 1000\n\n')
    listener.lastSent = Date.now()
    const state = this.#source.getState()
    if (state.run !== listener.run) Object.assign(listener, { run: state.run, sent: 0 })

    const text = writeJson(state)
    if (text !== listener.state) {
      listener.state = text
      enqueue(listener, `event: state\ndata: ${text}\n\n`)
    }
    const after = Math.max(listener.sent, state.requests - MAX_PAST_REQUESTS)
    for (const entry of this.#source.requestsSince(after)) {
      if (isFull(listener)) return
      const id = `${state.run}:${entry.position}`
      enqueue(listener, `event: request\nid: ${id}\ndata: ${writeMockRequest(entry.request)}\n\n`)
      listener.sent = entry.position
    }
    listener.changes = changes
  }

  #disconnect(listener: Listener, reason: unknown): void {
    this.#remove(listener)
    listener.controller.error(reason)
  }
}

const UTF8 = new TextEncoder()

const enqueue = ({ controller }: Listener, text: string) => controller.enqueue(UTF8.encode(text))

const isFull = ({ controller }: Listener) => (controller.desiredSize ?? 0) <= 0

const EVENT_ID = /^([\w-]+):(\d{1,15})$/

const MAX_BUFFERED_BYTES = 65_536

/** How many requests from before it connected a listener is sent. */
const MAX_PAST_REQUESTS = 1_000
