import { successStatus } from '../generated/contract.ts'
import { type Answer, JSON_TYPE, type Refusal, refusal } from './answer.ts'
import type { Call } from './call.ts'
import {
  checkMediaType,
  checkOperation,
  checkPlant,
  checkToken,
  parseBody,
  readBody,
} from './checks.ts'
import { type Failure, Failures, failed } from './failures.ts'
import { fetchDoor } from './fetch.ts'
import { Journal, type MockRequest } from './journal.ts'
import { checkOptions, latencyRange, type MockStoreOptions, type Settings } from './options.ts'
import { answered, kept, type NewPlant } from './plant.ts'
import { randomNumbers } from './random.ts'

/** What can be listened to, and what a listener is told. */
export interface MockStoreEvents {
  /** A request has been answered. */
  request: MockRequest
  /** A plant has been added. */
  plant: NewPlant
}

/** The reference store: what stands behind every door of the mock. */
export interface MockStore {
  /**
   * The store as a standard fetch handler, for Workers, Bun, Deno, Hono, or as a client's `fetch`. It
   * takes any path that ends in `/plants` for the operation, since it knows no base address.
   */
  fetch(this: void, input: Request | string | URL, init?: RequestInit): Promise<Response>
  /** The plants in the order in which they were added, those of the options first; a copy. */
  readonly plants: NewPlant[]
  /** The last requests, the oldest first; CORS preflights are not among them; a copy. */
  readonly requests: MockRequest[]
  /**
   * Fails the next request for the operation, or the next `times` of them. Failures queue up; a
   * failed request adds no plant.
   *
   * @example
   * ```ts
   * store.failNext({ status: 503, headers: { 'retry-after': '1' } })
   * store.failNext('network-error', { times: 3 })
   * ```
   */
  failNext(failure: Failure, options?: { times?: number }): void
  /** Calls `listener` at each event; what it gives back ends that. */
  on<E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): () => void
  /** Back to the start: its plants, no requests, no failures to come, the settings and chance of the options. */
  reset(): void
  /** For the doors. @internal */
  readonly [BEHIND]: Behind
}

/** Also reached from another copy of this module: an application may load both ESM and CJS. */
export const BEHIND: unique symbol = Symbol.for('plant-store-client/mock/behind') as never

/** What only the doors use. */
export interface Behind {
  answer(call: Call): Promise<Answer>
  settings: Settings
}

/**
 * Creates a store of its own: nothing is shared between two of them.
 *
 * @example
 * ```ts
 * import { createMockStore } from 'plant-store-client/mock/server'
 *
 * const store = createMockStore({ accessTokens: ['token'] })
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com',
 *   accessToken: 'token',
 *   fetch: store.fetch,
 * })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(store.plants) // [{ name: 'Monstera', id: 1 }]
 * ```
 */
export function createMockStore(options: MockStoreOptions = {}): MockStore {
  checkOptions(options)
  const { duplicateIds, maxBodyBytes = 2 ** 20, maxRequests = 1_000 } = options
  const accessTokens = options.accessTokens && new Set(options.accessTokens)
  const journal = new Journal(maxRequests)
  const listeners = { request: new Set(), plant: new Set() } as {
    [E in keyof MockStoreEvents]: Set<(detail: MockStoreEvents[E]) => void>
  }
  const settings = {} as Settings
  let plants: NewPlant[] = []
  let ids = new Set<number | bigint>()
  let random: () => number
  let failures: Failures

  function reset(): void {
    plants = (options.plants ?? []).map(kept)
    ids = new Set(plants.map(({ id }) => canonical(id)))
    random = randomNumbers(options.randomSeed)
    failures = new Failures(random)
    settings.latency = latencyRange(options.latency)
    settings.failureRate = options.failureRate ?? 0
    journal.clear()
  }
  reset()

  /** Whatever of the body could be read, for the journal. */
  type Seen = { body?: unknown; text?: string; failure?: Failure }

  /** The checks, in the order in which each needs the one before. */
  async function judge(call: Call, seen: Seen): Promise<Answer | Refusal> {
    const other = checkOperation(call)
    if (other) return other

    const failure = failures.next(settings.failureRate)
    if (failure) {
      seen.failure = failure
      return failed(failure)
    }
    const refused = checkToken(call, accessTokens) ?? checkMediaType(call)
    if (refused) return refused

    const bytes = await readBody(call, maxBodyBytes)
    if ('status' in bytes) return bytes

    const { text, value, refusal: unreadable } = parseBody(bytes)
    if (unreadable) {
      seen.text = text.slice(0, 4096)
      return unreadable
    }
    seen.body = value
    return checkPlant(value) ?? add(kept(value as NewPlant))
  }

  function add(plant: NewPlant): Answer {
    const id = canonical(plant.id)
    if (duplicateIds === 'reject' && ids.has(id))
      return refusal(400, `A plant with the id ${id} is already there`)
    ids.add(id)
    plants.push(plant)
    tell('plant', () => plant)
    return { status: successStatus, headers: JSON_TYPE, body: JSON.stringify(answered(plant)) }
  }

  async function answer(call: Call): Promise<Answer> {
    const time = Date.now()
    const seen: Seen = {}
    const outcome: Answer & { reason?: string } = await judge(call, seen)
    const [least, most] = settings.latency
    if (most > 0) await wait(least + random() * (most - least))

    const { status, reason, fault } = outcome
    if (call.method !== 'OPTIONS') {
      const { method, url, headers } = call
      const request = journal.add({
        time,
        method,
        url,
        headers,
        ...seen,
        status: fault === 'network-error' || fault === 'no-answer' ? 0 : status,
        ...(reason !== undefined && { reason }),
      })
      tell('request', request)
    }
    return { ...outcome, headers: { ...CORS, ...outcome.headers } }
  }

  function tell<E extends keyof MockStoreEvents>(event: E, detail: () => MockStoreEvents[E]): void {
    for (const listener of listeners[event]) {
      try {
        listener(detail())
      } catch (error) {
        queueMicrotask(() => {
          throw error // the listener's fault is not the request's
        })
      }
    }
  }

  return {
    fetch: fetchDoor(answer),
    get plants() {
      return plants.map(plant => ({ ...plant }))
    },
    get requests() {
      return journal.requests
    },
    failNext: (failure, { times = 1 } = {}) => failures.add(failure, times),
    on(event, listener) {
      if (!Object.hasOwn(listeners, event)) throw new TypeError(`on: there is no event ${event}`)
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    reset,
    [BEHIND]: { answer, settings },
  }
}

/** An id has one form, so that 1 and 1n are the same. */
const canonical = (id: number | bigint) =>
  Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)

/** Read by any page: errors too, or the page would see nothing (Fetch, section 3.3). */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
}

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
