import type { MockRequest, RequestRecord } from './mock-request.ts'
import type { NewPlant } from './plant.ts'

/** The events of a store, and what their listeners receive. */
export interface MockStoreEvents {
  /** A request is over, with or without a response. */
  request: MockRequest
  /** A plant was added. */
  plant: NewPlant
}

/** All events, including those inside the mock. */
export interface StoreEvents extends MockStoreEvents {
  /** The state of the store has changed. */
  change: undefined
  /** A request is held, or left without an answer. */
  waiting: RequestRecord
  /** A request is over, even if it arrived before a reset: the log shows it, the journal does not. */
  record: RequestRecord
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
    if (typeof listener !== 'function') throw new TypeError('on: listener must be a function')
    this.#listeners[event].add(listener)
    return () => void this.#listeners[event].delete(listener)
  }

  /** `createDetail` is called for each listener, so that none can change what another gets. */
  emit<E extends keyof StoreEvents>(event: E, createDetail: () => StoreEvents[E]): void {
    for (const listener of this.#listeners[event]) {
      try {
        listener(createDetail())
      } catch (error) {
        queueMicrotask(() => {
          throw error // a listener's error must not fail the request
        })
      }
    }
  }
}
