import type { JournalEntry } from '../store/journal.ts'
import { EventWriter, encode, type StateEvent } from './event-writer.ts'
import { Throttle } from './throttle.ts'
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
  state: StateEvent | undefined
  /** How many changes there had been when it was last sent everything; undefined before. */
  changes: number | undefined
  /** When it was last sent something, by `performance.now()`; 0 before. */
  lastSent: number
  /** When its timer last ran, by `performance.now()`. */
  lastBeat: number
  /** Ends its wait for a change. */
  wake: () => void
  /** The room in its buffer at the last heartbeat, if it has been full ever since. */
  lastRoom: number | null | undefined
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
  readonly #throttle: Throttle
  readonly #listeners = new Set<Listener>()
  readonly #writer = new EventWriter()
  /** The state since the last change. */
  #state: StateEvent | undefined
  #unsubscribe: (() => void) | undefined
  #changes = 0

  constructor(source: EventSource, times: EventTimes = { heartbeat: 15_000, pace: 50 }) {
    this.#source = source
    this.#times = times
    this.#throttle = new Throttle(times.pace)
  }

  /** The body of a new listener's response, which resumes after its `Last-Event-ID`. */
  open(lastEventId: string | null): ReadableStream<Uint8Array> {
    const [, run = '', number = '0'] = EVENT_ID.exec(lastEventId ?? '') ?? []
    const sent = Math.min(Number(number), this.#source.getState().requests)
    let listener: Listener
    return new ReadableStream<Uint8Array>(
      {
        start: controller => {
          listener = this.#add(controller, run, sent)
        },
        pull: () => this.#sendNext(listener),
        cancel: () => this.#remove(listener),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
    )
  }

  /** Whether there are so many listeners that another one is refused. */
  get isFull(): boolean {
    this.#removeDead()
    return this.#listeners.size >= MAX_LISTENERS
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
    for (const listener of this.#listeners) {
      this.#remove(listener)
      listener.controller.close()
    }
  }

  #add(controller: Listener['controller'], run: string, sent: number): Listener {
    const heartbeatTimer = setInterval(() => this.#heartbeat(listener), this.#times.heartbeat)
    const listener: Listener = {
      controller,
      heartbeatTimer,
      run,
      sent,
      state: undefined,
      changes: undefined,
      lastSent: 0,
      lastBeat: performance.now(),
      wake: () => {},
      lastRoom: undefined,
    }
    this.#listeners.add(listener)
    this.#unsubscribe ??= this.#source.onChange(() => this.#changed())
    return listener
  }

  #remove(listener: Listener): void {
    clearInterval(listener.heartbeatTimer)
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#state = undefined
    this.#writer.clear()
  }

  #changed(): void {
    this.#changes++
    this.#state = undefined
    for (const listener of this.#listeners) listener.wake()
  }

  #heartbeat(listener: Listener): void {
    listener.lastBeat = performance.now()
    const { desiredSize } = listener.controller
    if (!isFull(listener)) this.#enqueue(listener, HEARTBEAT)
    else if (listener.lastRoom !== desiredSize) listener.lastRoom = desiredSize
    else this.#disconnect(listener, new Error('The listener reads nothing'))
  }

  /** Sends what is new until the listener's buffer is full. The stream calls this again when it has been read. */
  async #sendNext(listener: Listener): Promise<void> {
    listener.lastRoom = undefined
    try {
      do {
        if (listener.changes === this.#changes) await this.#waitForChange(listener)
        while (this.#throttle.isFull) await this.#throttle.wait()
        if (!this.#listeners.has(listener)) return
        this.#sendNews(listener)
      } while (!isFull(listener))
    } catch (error) {
      this.#disconnect(listener, error)
    }
  }

  async #waitForChange(listener: Listener): Promise<void> {
    await new Promise<void>(resolve => {
      listener.wake = resolve
    })
    await this.#pace(listener)
  }

  /** The first change is sent at once, and those that follow closely together. */
  async #pace({ lastSent }: Listener): Promise<void> {
    const delay = lastSent + this.#times.pace - performance.now()
    if (delay > 0) await new Promise(resolve => setTimeout(resolve, delay))
  }

  /** Stops when the listener's buffer is full. */
  #sendNews(listener: Listener): void {
    listener.lastSent = performance.now()
    this.#state ??= this.#writer.writeState(this.#source.getState())
    const { state, bytes } = this.#state
    if (state.run !== listener.run) Object.assign(listener, { run: state.run, sent: 0 })

    if (!listener.state) this.#enqueue(listener, RETRY)
    if (listener.state !== this.#state) {
      listener.state = this.#state
      this.#enqueue(listener, bytes)
    }
    const after = Math.max(listener.sent, state.requests - MAX_PAST_REQUESTS)
    for (const entry of this.#source.requestsSince(after)) {
      if (isFull(listener)) return
      this.#enqueue(listener, this.#writer.writeRequest(state.run, entry))
      listener.sent = entry.position
    }
    listener.changes = this.#changes
  }

  #enqueue({ controller }: Listener, bytes: Uint8Array): void {
    this.#throttle.count(bytes.length)
    controller.enqueue(bytes)
  }

  #disconnect(listener: Listener, reason: unknown): void {
    this.#remove(listener)
    listener.controller.error(reason)
  }
}

const RETRY = encode('retry: 1000\n\n')

const HEARTBEAT = encode(': heartbeat\n\n')

const isFull = ({ controller }: Listener) => (controller.desiredSize ?? 0) <= 0

const EVENT_ID = /^([\w-]+):(\d{1,15})$/

/** Each costs a connection and some timers. */
const MAX_LISTENERS = 1_000

const MAX_BUFFERED_BYTES = 65_536

/** How many requests from before it connected a listener is sent. */
const MAX_PAST_REQUESTS = 1_000
