import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import type { StoredHold } from '../store/holds.ts'
import { toMockRequest, writeMockRequest } from '../store/mock-request.ts'
import type { StoreInternals } from '../store/store.ts'
import { type HoldMemory, toEndedHold } from './hold-memory.ts'
import { list } from './list.ts'
import { parseHoldRequest, parseReleaseRequest } from './parse-body.ts'
import { answer, jsonResponse, type Methods } from './route.ts'
import { toSerializedHold } from './state.ts'

/** How long a request for a hold waits in milliseconds: proxies end those that wait for longer. */
const MAX_WAIT = 25_000

/** What the routes of holds need of their session. */
export interface HoldContext {
  /** The session's name; undefined for the default session. */
  readonly session: string | undefined
  readonly endedHolds: HoldMemory
}

/** The routes of holds. */
export function createHoldRoutes(
  store: StoreInternals,
  stateResponse: () => StoreResponse,
  { session, endedHolds }: HoldContext,
): Readonly<Record<string, Methods>> {
  async function getRequest(request: StoreRequest, id = ''): Promise<StoreResponse> {
    const hold = store.pending.holds.get(id)
    if (hold && !hold.record) await untilChanged(hold, request.signal)
    if (!hold || hold.outcome) return goneRequest(id, hold)
    return hold.record ? jsonResponse(writeMockRequest(toMockRequest(hold.record))) : NOT_YET
  }

  /** The request that a hold had, or why it is over. */
  function goneRequest(id: string, hold: StoredHold | undefined): StoreResponse {
    const ended = endedHolds.get(session, id) ?? (hold && toEndedHold(hold))
    return ended?.request === undefined
      ? goneResponse(id, ended?.reason)
      : jsonResponse(ended.request)
  }

  return {
    '/holds': {
      GET: list(
        count => store.pending.holds.list().slice(-count),
        hold => writeJson(toSerializedHold(hold)),
      ),
      POST: answer(value => {
        const hold = store.pending.addHold(parseHoldRequest(value))
        endedHolds.watch(session, hold)
        return jsonResponse(writeJson({ id: hold.id }))
      }),
    },
    '/holds/*': { GET: getRequest },
    '/holds/*/release': {
      POST: answer((value, id) => {
        const { failure } = parseReleaseRequest(value)
        const hold = store.pending.holds.get(id)
        if (!hold || hold.outcome) return goneResponse(id, endedHolds.get(session, id)?.reason)
        store.pending.releaseHold(hold, failure)
        return stateResponse()
      }, {}),
    },
  }
}

/** Resolves once the hold has a request or is over, the time is up, or the client has left. */
function untilChanged(hold: StoredHold, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      unsubscribe()
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = hold.onChange(end)
    const timer = setTimeout(end, MAX_WAIT)
    signal.addEventListener('abort', end)
  })
}

const NOT_YET: StoreResponse = { status: 204, headers: {}, body: '' }

function goneResponse(id: string, reason: string | undefined): ErrorResponse {
  const name = `hold ${id.slice(0, 20)}`
  return errorResponse(
    404,
    reason === undefined
      ? `There is no ${name}, or it was over long ago`
      : `The ${name} is over. ${reason}`,
  )
}
