import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockRequest } from '../journal.ts'
import { writeJson } from '../write-json.ts'
import { writeRequest } from '../write-request.ts'
import type { MockState } from './types.ts'

/** Where the events come from. */
export interface EventSource {
  state(): MockState
  /** The requests after that number, the oldest first. */
  requestsSince(number: number): MockRequest[]
  /** Who is called after each change. */
  changed: Set<() => void>
}

/** Milliseconds between two heartbeats, and the least between two rounds of events. */
export interface EventTimes {
  heartbeat: number
  pace: number
}

interface Listener {
  response: ServerResponse
  run: string
  /** The number of the last request that it was sent. */
  sent: number
  /** The last state that it was sent. */
  state: string
  /** It took nothing since the last heartbeat. */
  stuck: boolean
}

/**
 * Server-sent events (HTML, section 9.2). Each listener is sent what is new in the journal since it
 * was last sent something, never more than its connection takes: a slow one holds nothing but its
 * place, and is dropped where it takes nothing between two heartbeats. Without a listener nothing runs.
 */
export class Events {
  readonly #source: EventSource
  readonly #times: EventTimes
  readonly #listeners = new Set<Listener>()
  #beat: NodeJS.Timeout | undefined
  #round: NodeJS.Timeout | undefined
  #lastRound = 0

  constructor(source: EventSource, times: EventTimes = { heartbeat: 15_000, pace: 50 }) {
    this.#source = source
    this.#times = times
  }

  /** Makes a response a listener, which resumes after its `Last-Event-ID`. */
  open(request: IncomingMessage, response: ServerResponse, headers: Record<string, string>): void {
    const [, run = '', number = '0'] = EVENT_ID.exec(String(request.headers['last-event-id'])) ?? []
    const sent = Math.min(Number(number), this.#source.state().requests)
    const listener: Listener = { response, run, sent, state: '', stuck: false }
    this.#listeners.add(listener)
    this.#start()
    response.on('drain', () => {
      listener.stuck = false
      this.#send(listener)
    })
    response.on('close', () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    })
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    response.write('retry: 1000\n\n')
    this.#send(listener)
  }

  #start(): void {
    if (this.#beat) return
    this.#source.changed.add(this.#schedule)
    this.#beat = setInterval(() => this.#heartbeat(), this.#times.heartbeat).unref()
  }

  #stop(): void {
    this.#source.changed.delete(this.#schedule)
    clearInterval(this.#beat)
    clearTimeout(this.#round)
    this.#beat = undefined
    this.#round = undefined
  }

  /** The first change is sent at once; those that follow closely, together. */
  readonly #schedule = (): void => {
    const soon = Math.max(0, this.#lastRound + this.#times.pace - Date.now())
    this.#round ??= setTimeout(() => {
      this.#round = undefined
      this.#lastRound = Date.now()
      for (const listener of this.#listeners) this.#send(listener)
    }, soon).unref()
  }

  #heartbeat(): void {
    for (const listener of this.#listeners) {
      const { response, stuck } = listener
      if (!response.writableNeedDrain) response.write(': heartbeat\n\n')
      else if (stuck) response.destroy()
      else listener.stuck = true
    }
  }

  /** Stops where the connection takes no more, and is called again when it does. */
  #send(listener: Listener): void {
    const { response } = listener
    if (response.writableNeedDrain) return
    const state = this.#source.state()
    if (state.run !== listener.run) Object.assign(listener, { run: state.run, sent: 0 })

    const text = writeJson(state)
    if (text !== listener.state) {
      listener.state = text
      response.write(`event: state\ndata: ${text}\n\n`)
    }
    const after = Math.max(listener.sent, state.requests - MOST)
    for (const request of this.#source.requestsSince(after)) {
      if (response.writableNeedDrain) return
      const id = `${state.run}:${request.number}`
      response.write(`event: request\nid: ${id}\ndata: ${writeRequest(request)}\n\n`)
      listener.sent = request.number
    }
  }
}

const EVENT_ID = /^([\w-]+):(\d{1,15})$/

/** How many requests a listener is sent of those that were before it. */
const MOST = 1_000
