import type { StoredHold } from '../store/holds.ts'
import { toMockRequest, writeMockRequest } from '../store/mock-request.ts'

/** A hold that is over. */
export interface EndedHold {
  /** The request that it had, as it arrived, in JSON. */
  readonly request: string | undefined
  /** Why it is over. */
  readonly reason: string
}

/** How many holds are remembered. */
const MAX_HOLDS = 1_000

/** How many characters their requests take up. */
const MAX_CHARS = 2 ** 22

/**
 * The last holds of all sessions that are over, for those who ask for one later: after a reset, or
 * after its session was ended.
 */
export class HoldMemory {
  readonly #holds = new Map<string, EndedHold>()
  #chars = 0

  /** Remembers the hold once it is over. */
  watch(session: string | undefined, hold: StoredHold): void {
    hold.onChange(() => {
      if (hold.outcome) this.#keep(toKey(session, hold.id), toEndedHold(hold))
    })
  }

  get(session: string | undefined, id: string): EndedHold | undefined {
    return this.#holds.get(toKey(session, id))
  }

  /** The oldest are forgotten first, but the newest is kept whatever its length. */
  #keep(key: string, hold: EndedHold): void {
    this.#holds.set(key, hold)
    this.#chars += charsOf(hold)
    for (const [oldest, each] of this.#holds) {
      const isFull = this.#holds.size > MAX_HOLDS || this.#chars > MAX_CHARS
      if (!isFull || oldest === key) break
      this.#holds.delete(oldest)
      this.#chars -= charsOf(each)
    }
  }
}

/** The default session has no name. */
const toKey = (session: string | undefined, id: string) => `${session ?? ''}/${id}`

const charsOf = ({ request }: EndedHold) => request?.length ?? 0

export function toEndedHold({ record, outcome }: StoredHold): EndedHold {
  const request = record && writeMockRequest(toMockRequest(record))
  switch (outcome?.type) {
    case 'client-left':
      return { request, reason: 'The client disconnected while its request was held' }
    case 'ended':
      return { request, reason: outcome.reason }
    default:
      return { request, reason: `It was released${record ? '' : ' before a request arrived'}` }
  }
}
