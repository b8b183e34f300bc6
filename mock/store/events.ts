import type { MockRequest, RequestRecord } from './mock-request.ts'
import type { NewPlant } from './plant.ts'

/**
 * The events of a store, and what their listeners receive.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockStoreEvents } from 'plant-store-client/mock'
 *
 * const log = ({ method, url, status }: MockStoreEvents['request']) =>
 *   console.log(method, url, status)
 * createMockStore().on('request', log)
 * ```
 */
export interface MockStoreEvents {
  /** A request was answered. */
  request: MockRequest
  /** A plant was added. */
  plant: NewPlant
}

/** The events inside the mock. */
export interface StoreEvents extends MockStoreEvents {
  /** The state of the store has changed. */
  change: undefined
  /** What requests to come can meet may have changed: failures, holds, settings. */
  pending: undefined
  /** A request was answered, even if it arrived before a reset: the log shows it, the journal does not. */
  record: RequestRecord
}

type Listeners = { [E in keyof StoreEvents]: Set<(detail: StoreEvents[E]) => void> | undefined }

/** The listeners of a store. */
export class EventEmitter {
  /** A set is made for the first listener only: an empty one would cost time in a request to many sessions. */
  readonly #listeners: Listeners = {
    request: undefined,
    record: undefined,
    plant: undefined,
    change: undefined,
    pending: undefined,
  }

  /** Calls `listener` for each event. Returns a function that unsubscribes. */
  on<E extends keyof StoreEvents>(
    event: E,
    listener: (detail: StoreEvents[E]) => void,
  ): () => void {
    if (typeof listener !== 'function') throw new TypeError('on: listener must be a function')
    const listeners = this.#listeners[event] ?? (new Set() as NonNullable<Listeners[E]>)
    this.#listeners[event] = listeners
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** `createDetail` is called only if there are listeners. */
  emit<E extends keyof StoreEvents>(event: E, createDetail: () => StoreEvents[E]): void {
    const listeners = this.#listeners[event]
    if (!listeners) return
    for (const listener of listeners) {
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
