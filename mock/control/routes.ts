import type { StoreRequest } from '../http/request.ts'
import { errorResponse, type RequestHandler, type StoreResponse } from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import { OptionsError } from '../store/check-options.ts'
import { writeMockRequest } from '../store/mock-request.ts'
import type { NewPlant } from '../store/plant.ts'
import type { StoreInternals } from '../store/store.ts'
import type { EventStream } from './event-stream.ts'
import { createPageResponse } from './page.ts'
import {
  checkEmptyObject,
  parseFailureRequest,
  parseSettingsUpdate,
  readJsonBody,
} from './parse-body.ts'
import type { MockState } from './types.ts'

/** Answers a request. `parameter` is what the path has for the `*` of its route. */
export type RouteHandler = (request: StoreRequest, parameter?: string) => ReturnType<RequestHandler>

/** The handlers of a path, by method. */
export type Methods = Readonly<Record<string, RouteHandler>>

/** The routes of a store by their paths under `/__mock`; `*` stands for a name or an id. */
export function createRoutes(
  store: StoreInternals,
  getState: () => MockState,
  events: EventStream,
): Readonly<Record<string, Methods>> {
  /** Changes the mock by a JSON body, and responds with the resulting state. */
  const change =
    (apply: (value: unknown) => void, emptyValue?: object): RequestHandler =>
    async request => {
      const body = await readJsonBody(request, emptyValue)
      if ('reason' in body) return body
      try {
        apply(body.value)
      } catch (error) {
        if (error instanceof OptionsError) return errorResponse(400, error.message)
        throw error
      }
      return jsonResponse(writeJson(getState()))
    }

  /** Changes the mock by a body that is empty or `{}`. */
  const command = (apply: () => void) =>
    change(value => {
      checkEmptyObject(value)
      apply()
    }, {})

  return {
    '': { GET: createPageResponse },
    '/': { GET: createPageResponse },
    '/health': { GET: () => jsonResponse(writeJson(getState())) },
    '/plants': { GET: list(count => store.plants.slice(-count), writePlant) },
    '/requests': {
      GET: list(
        count => store.requestsSince(store.requestCount - count),
        ({ request }) => writeMockRequest(request),
      ),
    },
    '/failures': {
      POST: change(value => {
        const { failure, ...options } = parseFailureRequest(value)
        store.pending.addFailure(failure, options)
      }),
      DELETE: command(() => store.pending.clearFailures()),
    },
    '/settings': { PUT: change(value => store.updateSettings(parseSettingsUpdate(value))) },
    '/reset': { POST: command(() => store.reset()) },
    '/events': {
      GET: request => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: events.open(request.header('last-event-id')),
      }),
    },
  }
}

export const jsonResponse = (body: string): StoreResponse => ({
  status: 200,
  headers: JSON_TYPE,
  body,
})

const JSON_TYPE = { 'content-type': 'application/json' }

/** Lists all items, or the last ones. */
const list =
  <T>(getLast: (count: number) => readonly T[], write: (item: T) => string): RequestHandler =>
  ({ url }) => {
    const last = new URLSearchParams(url.split('?')[1]).get('last')
    if (last !== null && !/^[1-9]\d{0,8}$/.test(last))
      return errorResponse(400, 'The query parameter last must be a positive integer')
    const items = getLast(Number(last ?? Infinity)).map(write)
    return jsonResponse(`[${items.join(',\n')}]`)
  }

const writePlant = (plant: NewPlant) => writeJson(plant)
