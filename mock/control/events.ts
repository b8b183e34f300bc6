import { writeJson } from '../json/write.ts'
import type { RequestRecord } from '../store/mock-request.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import { toJsonRequest } from './state.ts'
import { encode, type Streams } from './stream.ts'
import type { MockState } from './types.ts'

/** Milliseconds between heartbeats. */
const HEARTBEAT_MS = 15_000

/** Minimum milliseconds between two states. */
const PACE_MS = 50

/** Each listener costs a connection and a timer. */
const MAX_LISTENERS = 1_000

/** How many past requests a new listener gets. */
const MAX_PAST_REQUESTS = 1_000

interface Listener {
  /** The epoch of its last request. */
  epoch: string
  /** The position of the last request sent to it. */
  sent: number
  /** When it was last read, by `performance.now()`. */
  lastRead: number
  isOver: boolean
  /** Ends its wait for a change. */
  wake: () => void
}

/** A `state` event. */
interface StateEvent {
  readonly epoch: string
  readonly requests: number
  readonly json: string
  readonly bytes: Uint8Array
}

/**
 * Server-sent events (HTML, section 9.2). Each listener reads a generator at its own speed. It waits with
 * its own promise and timer, because workerd isolates requests from each other.
 */
export class EventStreams {
  readonly #store: ReferenceStore
  readonly #getState: () => MockState
  readonly #streams: Streams
  readonly #listeners = new Set<Listener>()
  #unsubscribe: (() => void) | undefined
  #changes = 0
  /** The last state, and how many changes it includes. Listeners share its bytes. */
  #state: StateEvent | undefined
  #stateChanges = 0

  constructor(store: ReferenceStore, getState: () => MockState, streams: Streams) {
    this.#store = store
    this.#getState = getState
    this.#streams = streams
  }

  /** Opens the stream of a new listener, which resumes after its `Last-Event-ID`. */
  open(lastEventId: string | undefined): ReadableStream<Uint8Array> {
    this.#unsubscribe ??= this.#store.events.on('change', () => this.#changed())
    const [, epoch = '', position = '0'] = EVENT_ID.exec(lastEventId ?? '') ?? []
    const sent = Math.min(Number(position), this.#store.state.journal.count)
    const lastRead = performance.now()
    const listener: Listener = { epoch, sent, lastRead, isOver: false, wake: () => {} }
    this.#listeners.add(listener)
    const events = this.#events(listener)
    const next = () => {
      listener.lastRead = performance.now()
      return events.next()
    }
    return this.#streams.open({ next }, () => this.#remove(listener))
  }

  async *#events(listener: Listener): AsyncGenerator<Uint8Array, void> {
    let shown: Uint8Array | undefined
    try {
      yield encode(`retry: 1000\nevent: time\ndata: ${Date.now()}\n\n`)
      while (!listener.isOver) {
        const start = performance.now()
        const changes = this.#changes
        const state = this.#writeState()
        if (state.bytes !== shown) {
          shown = state.bytes
          yield shown
        }
        yield* this.#requests(listener, state)
        while (this.#changes === changes && !listener.isOver)
          if (!(await waitForChange(listener))) yield HEARTBEAT
        // The first change is sent at once; those that follow closely are sent together.
        const delay = start + PACE_MS - performance.now()
        if (delay > 0 && !listener.isOver) await new Promise(resolve => setTimeout(resolve, delay))
      }
    } finally {
      this.#remove(listener)
    }
  }

  /** Reads the journal at each step, so that a slow listener does not keep what the journal has dropped. */
  *#requests(listener: Listener, { epoch, requests }: StateEvent): Generator<Uint8Array, void> {
    const storeEpoch = this.#store.epoch
    if (listener.epoch !== epoch) Object.assign(listener, { epoch, sent: 0 })
    listener.sent = Math.max(listener.sent, requests - MAX_PAST_REQUESTS)
    while (listener.sent < requests && this.#store.epoch === storeEpoch && !listener.isOver) {
      const next = this.#store.state.journal.after(listener.sent)
      if (!next) return
      listener.sent = next.position
      yield writeRequest(`${epoch}:${next.position}`, next.record)
    }
  }

  /** Returns the current state. Its bytes are the same object until it changes. */
  #writeState(): StateEvent {
    if (this.#state && this.#stateChanges === this.#changes) return this.#state
    const state = this.#getState()
    const json = writeJson(state)
    this.#stateChanges = this.#changes
    if (json === this.#state?.json) return this.#state
    const { epoch, requests } = state
    const bytes = encode(`event: state\ndata: ${json}\n\n`)
    this.#state = { epoch, requests, json, bytes }
    return this.#state
  }

  #changed(): void {
    this.#changes++
    for (const { wake } of this.#listeners) wake()
  }

  #remove(listener: Listener): void {
    listener.isOver = true
    listener.wake()
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#state = undefined
  }

  get isFull(): boolean {
    this.#removeDead()
    return this.#listeners.size >= MAX_LISTENERS
  }

  /** Whether anyone is listening. */
  get isInUse(): boolean {
    this.#removeDead()
    return this.#listeners.size > 0
  }

  /**
   * workerd does not report that a client has left, but then the timers of its request stop. If the client
   * was only slow, its stream ends at its next read, and EventSource resumes.
   */
  #removeDead(): void {
    const latest = performance.now() - 2.5 * HEARTBEAT_MS
    for (const listener of this.#listeners) if (listener.lastRead < latest) this.#remove(listener)
  }
}

const writeRequest = (id: string, record: RequestRecord): Uint8Array =>
  encode(`event: request\nid: ${id}\ndata: ${writeJson(toJsonRequest(record))}\n\n`)

/** Resolves to true at a change or the end, and to false when it is time for a heartbeat. */
async function waitForChange(listener: Listener): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const changed = new Promise<boolean>(resolve => {
    listener.wake = () => resolve(true)
    timer = setTimeout(() => resolve(false), HEARTBEAT_MS)
  })
  try {
    return await changed
  } finally {
    clearTimeout(timer)
  }
}

const HEARTBEAT = encode(': heartbeat\n\n')

const EVENT_ID = /^([\w-]+):(\d{1,15})$/
