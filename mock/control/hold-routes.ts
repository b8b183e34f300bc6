import type { StoreRequest } from '../http/request.ts'
import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import type { StoredHold } from '../store/holds.ts'
import { toMockRequest, writeMockRequest } from '../store/mock-request.ts'
import type { StoreInternals } from '../store/store.ts'
import { parseHoldRequest, parseReleaseRequest } from './parse-body.ts'
import { answer, jsonResponse, type Methods } from './route.ts'

/** How long a request for a hold waits in milliseconds: proxies end those that wait for longer. */
const MAX_WAIT = 25_000

/** The routes of holds. */
export function createHoldRoutes(
  store: StoreInternals,
  stateResponse: () => StoreResponse,
): Readonly<Record<string, Methods>> {
  async function getRequest(request: StoreRequest, id = ''): Promise<StoreResponse> {
    const { hold } = store.pending.getHold(id) ?? {}
    if (hold && !hold.record) await untilChanged(hold, request.signal)
    if (hold?.record) return jsonResponse(writeMockRequest(toMockRequest(hold.record)))
    return store.pending.getHold(id) ? NOT_YET : goneResponse(id)
  }

  return {
    '/holds': {
      POST: answer(value => {
        const { id } = store.pending.addHold(parseHoldRequest(value))
        return jsonResponse(writeJson({ id }))
      }),
    },
    '/holds/*': { GET: getRequest },
    '/holds/*/release': {
      POST: answer((value, id) => {
        const { failure } = parseReleaseRequest(value)
        const found = store.pending.getHold(id)
        if (!found || found.isOver) return goneResponse(id)
        store.pending.releaseHold(found.hold, failure)
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

const goneResponse = (id: string): ErrorResponse =>
  errorResponse(404, `There is no hold ${id.slice(0, 20)}: it was released, or ended by a reset`)
