import { writeJson } from '../json/write.ts'
import type { JournalEntry } from '../store/journal.ts'
import { writeMockRequest } from '../store/mock-request.ts'
import type { MockState } from './types.ts'

/**
 * How much of the last requests is kept in writing, for each session with listeners. They are sent a long
 * request at different times, some tens of milliseconds apart.
 */
const MAX_KEPT_BYTES = 2 ** 24

/** A state and the event that tells it. */
export interface StateEvent {
  readonly state: MockState
  readonly bytes: Uint8Array
}

/**
 * Writes each event once for all who listen, because listeners that share the bytes cost no memory of
 * their own: 500 of them would otherwise write, and hold, a body of 1 MB 500 times.
 */
export class EventWriter {
  readonly #requests = new Map<string, Uint8Array>()
  #keptBytes = 0
  #state: StateEvent | undefined
  #stateJson = ''

  /** The state of now. The event is the same object as long as the state does not change. */
  writeState(state: MockState): StateEvent {
    const json = writeJson(state)
    if (!this.#state || json !== this.#stateJson)
      this.#state = { state, bytes: encode(`event: state\ndata: ${json}\n\n`) }
    this.#stateJson = json
    return this.#state
  }

  writeRequest(run: string, entry: Pick<JournalEntry, 'position' | 'request'>): Uint8Array {
    const id = `${run}:${entry.position}`
    const kept = this.#requests.get(id)
    if (kept) return kept
    const data = writeMockRequest(entry.request)
    const bytes = encode(`event: request\nid: ${id}\ndata: ${data}\n\n`)
    this.#keep(id, bytes)
    return bytes
  }

  /** The oldest go first. */
  #keep(id: string, bytes: Uint8Array): void {
    this.#requests.set(id, bytes)
    this.#keptBytes += bytes.length
    for (const [oldest, { length }] of this.#requests) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) break
      this.#requests.delete(oldest)
      this.#keptBytes -= length
    }
  }

  /** Forgets what it has kept, when nobody listens any more. */
  clear(): void {
    this.#requests.clear()
    this.#keptBytes = 0
    this.#state = undefined
  }
}

const UTF8 = new TextEncoder()

export const encode = (text: string): Uint8Array => UTF8.encode(text)
