import type { JournalEntry } from '../store/journal.ts'
import { EventWriter, encode, type StateEvent } from './event-writer.ts'
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
  run: string
  /** The position of the last request that was sent. */
  sent: number
  /** The last state that was sent. */
  state: StateEvent | undefined
  /** Whether it has read nothing since the last heartbeat. */
  isStuck: boolean
}

/**
 * Server-sent events (HTML, section 9.2). Each listener is sent what the journal has gained since its
 * last event, and never more than it reads: a slow listener holds no memory, and one that reads
 * nothing between two heartbeats is disconnected. Without listeners nothing runs.
 */
export class EventStream {
  readonly #source: EventSource
  readonly #times: EventTimes
  readonly #listeners = new Set<Listener>()
  readonly #writer = new EventWriter()
  /** The state since the last change. */
  #state: StateEvent | undefined
  #unsubscribe: (() => void) | undefined
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined
  #roundTimer: ReturnType<typeof setTimeout> | undefined
  #lastRound = 0

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
          listener = { controller, run, sent, state: undefined, isStuck: false }
          this.#add(listener)
        },
        pull: () => {
          listener.isStuck = false
          this.#send(listener)
        },
        cancel: () => this.#remove(listener),
      },
      { highWaterMark: MAX_BUFFERED_BYTES, size: chunk => chunk?.byteLength ?? 0 },
    )
  }

  #add(listener: Listener): void {
    this.#listeners.add(listener)
    this.#unsubscribe ??= this.#source.onChange(() => {
      this.#state = undefined
      this.#schedule()
    })
    this.#heartbeatTimer ??= setInterval(() => this.#heartbeat(), this.#times.heartbeat)
    enqueue(listener, RETRY)
    this.#send(listener)
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#unsubscribe?.()
    clearInterval(this.#heartbeatTimer)
    clearTimeout(this.#roundTimer)
    this.#unsubscribe = undefined
    this.#heartbeatTimer = undefined
    this.#roundTimer = undefined
    this.#state = undefined
    this.#writer.clear()
  }

  /** Whether there are so many listeners that another one is refused. */
  get isFull(): boolean {
    return this.#listeners.size >= MAX_LISTENERS
  }

  /** Sends the first change at once, and those that follow closely together. */
  #schedule(): void {
    const delay = Math.max(0, this.#lastRound + this.#times.pace - Date.now())
    this.#roundTimer ??= setTimeout(() => {
      this.#roundTimer = undefined
      this.#lastRound = Date.now()
      for (const listener of this.#listeners) this.#send(listener)
    }, delay)
  }

  #heartbeat(): void {
    for (const listener of this.#listeners) {
      if (!isFull(listener)) enqueue(listener, HEARTBEAT)
      else if (listener.isStuck) this.#disconnect(listener, new Error('The listener reads nothing'))
      else listener.isStuck = true
    }
  }

  /** Stops when the listener's buffer is full; `pull` calls it again. */
  #send(listener: Listener): void {
    try {
      this.#sendNews(listener)
    } catch (error) {
      this.#disconnect(listener, error)
    }
  }

  #sendNews(listener: Listener): void {
    if (isFull(listener)) return
    this.#state ??= this.#writer.writeState(this.#source.getState())
    const { state, bytes } = this.#state
    if (state.run !== listener.run) Object.assign(listener, { run: state.run, sent: 0 })

    if (listener.state !== this.#state) {
      listener.state = this.#state
      enqueue(listener, bytes)
    }
    const after = Math.max(listener.sent, state.requests - MAX_PAST_REQUESTS)
    for (const entry of this.#source.requestsSince(after)) {
      if (isFull(listener)) return
      enqueue(listener, this.#writer.writeRequest(state.run, entry))
      listener.sent = entry.position
    }
  }

  #disconnect(listener: Listener, reason: unknown): void {
    this.#remove(listener)
    listener.controller.error(reason)
  }
}

const RETRY = encode('retry: 1000\n\n')

const HEARTBEAT = encode(': heartbeat\n\n')

const enqueue = ({ controller }: Listener, bytes: Uint8Array) => controller.enqueue(bytes)

const isFull = ({ controller }: Listener) => (controller.desiredSize ?? 0) <= 0

const EVENT_ID = /^([\w-]+):(\d{1,15})$/

/** Each costs a connection and some timers. */
const MAX_LISTENERS = 1_000

const MAX_BUFFERED_BYTES = 65_536

/** How many requests from before it connected a listener is sent. */
const MAX_PAST_REQUESTS = 1_000
