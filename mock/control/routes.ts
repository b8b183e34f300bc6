import { type ErrorResponse, errorResponse, type StoreResponse } from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import { writeMockRequest } from '../store/mock-request.ts'
import type { NewPlant } from '../store/plant.ts'
import type { StoreInternals } from '../store/store.ts'
import type { EventStream } from './event-stream.ts'
import { list } from './list.ts'
import { createPageResponse } from './page.ts'
import {
  checkEmptyObject,
  parseFailureRequest,
  parsePlants,
  parseSettingsUpdate,
} from './parse-body.ts'
import { type Apply, answer, type Methods } from './route.ts'
import { toSerializedFailure } from './state.ts'

/** The routes of a store by their paths under `/__mock`; `*` stands for a name or an id. */
export function createRoutes(
  store: StoreInternals,
  stateResponse: () => StoreResponse,
  events: EventStream,
): Readonly<Record<string, Methods>> {
  /** Changes the mock by a JSON body, and responds with the resulting state. */
  const change = (apply: Apply<void>) =>
    answer((value, parameter) => {
      apply(value, parameter)
      return stateResponse()
    })

  /** Changes the mock by a body that is empty or `{}`, unless `refuse` gives an error. */
  const attempt = (refuse: (parameter: string) => ErrorResponse | undefined) =>
    answer((value, parameter) => {
      checkEmptyObject(value)
      return refuse(parameter) ?? stateResponse()
    }, {})

  /** Changes the mock by a body that is empty or `{}`. */
  const command = (apply: () => void) =>
    attempt(() => {
      apply()
      return undefined
    })

  return {
    '': { GET: createPageResponse },
    '/': { GET: createPageResponse },
    '/health': { GET: stateResponse },
    '/plants': {
      GET: list(count => store.plants.slice(-count), writePlant),
      POST: change(value => store.addPlants(parsePlants(value))),
    },
    '/requests': {
      GET: list(
        count => store.lastRequests(count),
        ({ request }) => writeMockRequest(request),
      ),
      DELETE: command(() => store.clearRequests()),
    },
    '/failures': {
      GET: list(
        count => store.pending.failures.list().slice(-count),
        failure => writeJson(toSerializedFailure(failure)),
      ),
      POST: change(value => {
        const { failure, ...options } = parseFailureRequest(value)
        store.pending.addFailure(failure, options)
      }),
      DELETE: command(() => store.pending.clearFailures()),
    },
    '/failures/*': {
      DELETE: attempt(id =>
        store.pending.removeFailure(id)
          ? undefined
          : errorResponse(404, `There is no failure ${id.slice(0, 20)}: it was met or cleared`),
      ),
    },
    '/settings': {
      PUT: change(value => store.updateSettings(parseSettingsUpdate(value))),
    },
    '/reset': {
      POST: command(() => store.reset({ canUndo: true })),
    },
    '/reset/undo': {
      POST: attempt(() => {
        const reason = store.undoReset()
        return reason === undefined ? undefined : errorResponse(409, reason)
      }),
    },
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

const writePlant = (plant: NewPlant) => writeJson(plant)
