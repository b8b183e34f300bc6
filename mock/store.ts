import { pickRequest, pickSuccess, successStatus } from '../generated/contract.ts'
import { type Answer, JSON_HEADERS, type Refusal, refusal } from './answer.ts'
import type { Call } from './call.ts'
import {
  checkMediaType,
  checkOperation,
  checkPlant,
  checkToken,
  parseBody,
  readBody,
} from './checks.ts'
import { Events, type MockStoreEvents } from './events.ts'
import { type Failure, Failures, failed } from './failures.ts'
import { fetchDoor } from './fetch.ts'
import { type Entry, Journal, type MockRequest } from './journal.ts'
import { checkOptions, latencyRange, type MockStoreOptions, type Settings } from './options.ts'
import type { NewPlant } from './plant.ts'
import { randomNumbers } from './random.ts'
import { writeJson } from './write-json.ts'

/**
 * The reference store: what stands behind every door of the mock. `createMockStore` makes it.
 *
 * @example
 * ```ts
 * import { createMockStore, type MockStore } from 'plant-store-client/mock/server'
 *
 * const store: MockStore = createMockStore()
 * await store.fetch('https://plants.example.com/trees')
 * console.log(store.requests[0]?.status) // 404
 * ```
 */
export interface MockStore {
  /**
   * The store as a standard fetch handler, for Workers, Bun, Deno, Hono, or as a client's `fetch`. It
   * takes any path that ends in `/plants` for the operation, since it knows no base address.
   */
  fetch(this: void, input: Request | string | URL, init?: RequestInit): Promise<Response>
  /** The plants in the order in which they were added, those of the options first; a copy. */
  readonly plants: NewPlant[]
  /**
   * The last requests, the oldest first, at most `maxRequests` of them, and fewer where their bodies
   * together are longer than 32 million characters; CORS preflights are not among them; a copy.
   */
  readonly requests: MockRequest[]
  /**
   * Fails the next request for the operation, or the next `times` of them. Failures queue up; a
   * failed request adds no plant. A wrong failure or number throws a `TypeError`.
   *
   * @example
   * ```ts
   * import { createMockStore } from 'plant-store-client/mock/server'
   *
   * const store = createMockStore()
   * store.failNext({ status: 503, headers: { 'retry-after': '1' } })
   * store.failNext('network-error', { times: 3 })
   * ```
   */
  failNext(failure: Failure, options?: { times?: number }): void
  /** Calls `listener` at each event; what `on` gives back ends that. */
  on<E extends keyof MockStoreEvents>(
    event: E,
    listener: (detail: MockStoreEvents[E]) => void,
  ): () => void
  /** Back to the start: its plants, no requests, no failures to come, the settings and chance of the options. */
  reset(): void
  /** @internal For the doors. */
  readonly [BEHIND]: Behind
}

/** Also reached from another copy of this module: an application may load both ESM and CJS. */
export const BEHIND: unique symbol = Symbol.for('plant-store-client/mock/behind') as never

/** What only the doors use. */
export interface Behind {
  answer(call: Call): Promise<Answer>
  /** Puts a request into the journal that something else answered. */
  record(entry: Entry): void
  readonly maxBodyBytes: number
  readonly settings: Settings
  /** For the control API. */
  readonly plants: readonly NewPlant[]
  readonly failures: { failure: Failure; times: number }[]
  readonly requestCount: number
  readonly resets: number
  requestsSince(number: number): MockRequest[]
  set(settings: Partial<Settings>): void
  clearFailures(): void
  /** Called after each change. */
  readonly changed: Set<() => void>
}

/**
 * Creates a store of its own: nothing is shared between two of them.
 *
 * @example
 * ```ts
 * import { PlantStoreClient } from 'plant-store-client'
 * import { createMockStore } from 'plant-store-client/mock/server'
 *
 * const store = createMockStore({ accessTokens: ['token'] })
 * const client = new PlantStoreClient({
 *   baseUrl: 'https://plants.example.com',
 *   accessToken: 'token',
 *   fetch: store.fetch,
 * })
 * await client.addPlant({ id: 1, name: 'Monstera' })
 * console.log(store.plants) // [ { name: 'Monstera', id: 1 } ]
 * ```
 */
export function createMockStore(options: MockStoreOptions = {}): MockStore {
  checkOptions(options)
  const { duplicateIds, maxBodyBytes = 2 ** 20, maxRequests = 1_000 } = options
  const accessTokens = options.accessTokens && new Set(options.accessTokens)
  const journal = new Journal(maxRequests)
  const events = new Events()
  const settings = {} as Settings
  const changed = new Set<() => void>()
  let resets = 0
  let plants: NewPlant[] = []
  let ids = new Set<number | bigint>()
  let jitter: () => number
  let failures: Failures

  function reset(): void {
    plants = (options.plants ?? []).map(pickRequest)
    ids = new Set(plants.map(({ id }) => canonical(id)))
    // Two rows of chance, or the doors' different timing would mix them up.
    jitter = randomNumbers(options.randomSeed)
    failures = new Failures(randomNumbers(options.randomSeed))
    settings.latency = latencyRange(options.latency)
    settings.failureRate = options.failureRate ?? 0
    journal.clear()
    resets++
    change()
  }
  reset()

  /** The checks, in the order in which each needs the one before; first what needs no body. */
  function judgeHead(call: Call, entry: Entry): Answer | Refusal | undefined {
    const other = checkOperation(call)
    if (other) return other

    const failure = failures.next(settings.failureRate)
    if (failure) {
      entry.failure = failure
      return failed(failure)
    }
    return checkToken(call, accessTokens) ?? checkMediaType(call)
  }

  function judgeBody(bytes: Uint8Array, entry: Entry): Answer | Refusal {
    const { text, value, refusal: unreadable } = parseBody(bytes)
    entry.text = text
    if (unreadable) return unreadable
    entry.json = true
    return checkPlant(value) ?? add(pickRequest(value as NewPlant))
  }

  function add(plant: NewPlant): Answer {
    const id = canonical(plant.id)
    if (duplicateIds === 'reject') {
      if (ids.has(id)) return refusal(400, `A plant with the id ${id} is already there`)
      ids.add(id)
    }
    plants.push(plant)
    events.tell('plant', () => ({ ...plant }))
    return {
      status: successStatus,
      headers: JSON_HEADERS,
      body: writeJson(pickSuccess(plant)),
    }
  }

  async function answer(call: Call): Promise<Answer> {
    const { method, url, headers } = call
    const entry: Entry = { time: Date.now(), method, url, headers, status: 0 }
    let outcome: (Answer & { reason?: string }) | undefined = judgeHead(call, entry)
    if (!outcome) {
      const bytes = await readBody(call, maxBodyBytes)
      outcome = 'status' in bytes ? bytes : judgeBody(bytes, entry)
    }
    const [least, most] = settings.latency
    if (most > 0) await wait(least + jitter() * (most - least))

    if (method !== 'OPTIONS') {
      const { reason, fault, status } = outcome
      if (fault !== 'network-error' && fault !== 'no-answer') entry.status = status
      if (reason !== undefined) entry.reason = reason
      record(entry)
    }
    return outcome
  }

  function record(entry: Entry): void {
    const kept = journal.add(entry)
    events.tell('request', () => kept.request)
    change()
  }

  function change(): void {
    for (const call of changed) call()
  }

  return {
    fetch: fetchDoor(answer),
    get plants() {
      return plants.map(plant => ({ ...plant }))
    },
    get requests() {
      return journal.requests
    },
    failNext(failure, { times = 1 } = {}) {
      failures.add(failure, times)
      change()
    },
    on: (event, listener) => events.on(event, listener),
    reset,
    [BEHIND]: {
      answer,
      record,
      maxBodyBytes,
      settings,
      changed,
      get plants() {
        return plants
      },
      get failures() {
        return failures.pending
      },
      get requestCount() {
        return journal.count
      },
      get resets() {
        return resets
      },
      requestsSince: number => journal.since(number),
      set(order) {
        Object.assign(settings, order)
        change()
      },
      clearFailures() {
        failures.clear()
        change()
      },
    },
  }
}

/** An id has one form, so that 1 and 1n are the same. */
const canonical = (id: number | bigint) =>
  Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
