import type { ReferenceStore } from '../store/reference-store.ts'
import { bytesOf } from '../store/request-record.ts'
import { toJsonRequest } from './to-json.ts'
import type { JsonRequest, MockChanges, MockState } from './types.ts'
import { untilChange } from './wait.ts'

/** Maximum requests in one response, and what they may take. The listener asks for the rest at once. */
const MAX_AT_ONCE = 500
const MAX_BYTES_AT_ONCE = 2 ** 20

/** For how many milliseconds after its last request a listener counts as watching. */
const WATCH_MS = 30_000

/**
 * Tells listeners what happens in a session. A response has the state and the requests of one moment, and its
 * version says where the next one goes on, so that nothing is lost or repeated.
 */
export class Changes {
  readonly #store: ReferenceStore
  readonly #getState: () => MockState
  #count = 0
  /** In milliseconds since 1970. */
  #lastAsked = 0

  constructor(store: ReferenceStore, getState: () => MockState) {
    this.#store = store
    this.#getState = getState
    store.events.on('change', () => this.#count++)
  }

  /** Waits for another version. Throws a `StoreError` if the session is ended meanwhile. */
  async after(version: string, signal: AbortSignal): Promise<MockChanges> {
    this.#lastAsked = Date.now()
    const store = this.#store
    await untilChange(store, () => version !== this.#versionAt(store.state.journal.count), signal)
    store.checkNotEnded()
    const state = this.#getState()
    const [epoch, position] = version.split(':')
    const after = epoch === store.epoch ? Number(position) || 0 : 0
    const { requests, end } = this.#requestsAfter(after)
    const missed = Math.max(0, end - after - requests.length)
    const rest = store.state.journal.count - end
    return { version: this.#versionAt(end), time: Date.now(), state, missed, requests, rest }
  }

  /** `position` counts the requests that have ended in this epoch. */
  #versionAt(position: number): string {
    return `${this.#store.epoch}:${position}:${this.#count}`
  }

  /** Returns requests of the journal, and the position of the last one. */
  #requestsAfter(position: number): { requests: JsonRequest[]; end: number } {
    const { journal } = this.#store.state
    const requests: JsonRequest[] = []
    let next = journal.after(position)
    let end = journal.count
    let bytes = 0
    const hasRoom = () => requests.length < MAX_AT_ONCE && bytes < MAX_BYTES_AT_ONCE
    for (; next && hasRoom(); next = journal.after(end)) {
      requests.push(toJsonRequest(next.record))
      bytes += bytesOf(next.record)
      end = next.position
    }
    return { requests, end }
  }

  /** Whether anyone has asked for changes lately, such as an open console. */
  get isWatched(): boolean {
    return Date.now() - this.#lastAsked < WATCH_MS
  }
}
