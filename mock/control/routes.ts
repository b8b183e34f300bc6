import { errorResponse, type RequestHandler, type StoreResponse } from '../http/response.ts'
import { createTextStream } from '../http/text-stream.ts'
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

/** The handlers of a path, by method. */
export type Methods = Readonly<Record<string, RequestHandler>>

/** Every route by its path under `/__mock`. */
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
      GET: request =>
        events.isFull
          ? errorResponse(503, 'There are too many event streams: close some of them')
          : {
              status: 200,
              headers: { 'content-type': 'text/event-stream' },
              body: events.open(request.header('last-event-id')),
            },
    },
  }
}

const jsonResponse = (body: string): StoreResponse => ({ status: 200, headers: JSON_TYPE, body })

const JSON_TYPE = { 'content-type': 'application/json' }

/** Lists all items, or the last ones. */
const list =
  <T>(getLast: (count: number) => readonly T[], write: (item: T) => string): RequestHandler =>
  ({ url }) => {
    const last = new URLSearchParams(url.split('?')[1]).get('last')
    if (last !== null && !/^[1-9]\d{0,8}$/.test(last))
      return errorResponse(400, 'The query parameter last must be a positive integer')
    const items = getLast(Number(last ?? Infinity))
    return { status: 200, headers: JSON_TYPE, body: createTextStream(listParts(items, write)) }
  }

function* listParts<T>(items: readonly T[], write: (item: T) => string): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) yield (index > 0 ? ',\n' : '') + write(item)
  yield ']'
}

const writePlant = (plant: NewPlant) => writeJson(plant)
