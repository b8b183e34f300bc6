import type { MockRequest } from './journal.ts'
import type { NewPlant } from './plant.ts'

/**
 * What can be listened to, and what a listener is told.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockStoreEvents } from 'plant-store-client/mock/server'
 *
 * const log = ({ method, url, status }: MockStoreEvents['request']) =>
 *   console.log(method, url, status)
 * createMockStore().on('request', log)
 * ```
 */
export interface MockStoreEvents {
  /** A request has been answered. */
  request: MockRequest
  /** A plant has been added. */
  plant: NewPlant
}

type Listeners = { [E in keyof MockStoreEvents]: Set<(detail: MockStoreEvents[E]) => void> }

/** Who listens to a store. */
export class Events {
  readonly #listeners: Listeners = { request: new Set(), plant: new Set() }

  on<E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): () => void {
    if (!Object.hasOwn(this.#listeners, event))
      throw new TypeError(`on: there is no event ${String(event)}`)
    if (typeof listener !== 'function') throw new TypeError('on: listener takes a function')
    this.#listeners[event].add(listener)
    return () => void this.#listeners[event].delete(listener)
  }

  /** `detail` is asked for only when somebody listens. */
  tell<E extends keyof MockStoreEvents>(event: E, detail: () => MockStoreEvents[E]): void {
    for (const listener of this.#listeners[event]) {
      try {
        listener(detail())
      } catch (error) {
        queueMicrotask(() => {
          throw error // the listener's fault is not the request's
        })
      }
    }
  }
}
