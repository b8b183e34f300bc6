import type { MockRequest } from './mock-request.ts'
import type { NewPlant } from './plant.ts'
import type { RequestRecord } from './request-record.ts'

/** The events of a store, and what their listeners receive. */
export interface MockStoreEvents {
  /** A request is over, with or without a response. */
  request: MockRequest
  /** A plant was added. */
  plant: NewPlant
}

/** The events inside the mock. */
export interface StoreEvents {
  /** The state of the store has changed. */
  change: undefined
  /** A request is held, or left without an answer. */
  waiting: RequestRecord
  /** A request is over, even if it arrived before a reset: the log shows it, the journal does not. */
  record: RequestRecord
  /** A request is over, and in the journal. */
  request: RequestRecord
  /** A plant was added. No listener may change it. */
  plant: NewPlant
}

type Listeners = { [E in keyof StoreEvents]: Set<(detail: StoreEvents[E]) => void> }

/** The listeners of a store. */
export class EventEmitter {
  readonly #listeners: Listeners = {
    request: new Set(),
    plant: new Set(),
    change: new Set(),
    waiting: new Set(),
    record: new Set(),
  }

  /** Calls `listener` for each event. Returns a function that unsubscribes. */
  on<E extends keyof StoreEvents>(
    event: E,
    listener: (detail: StoreEvents[E]) => void,
  ): () => void {
    this.#listeners[event].add(listener)
    return () => void this.#listeners[event].delete(listener)
  }

  emit<E extends keyof StoreEvents>(event: E, detail: StoreEvents[E]): void {
    for (const listener of this.#listeners[event]) {
      try {
        listener(detail)
      } catch (error) {
        queueMicrotask(() => {
          throw error // a listener's error must not fail the request
        })
      }
    }
  }
}
