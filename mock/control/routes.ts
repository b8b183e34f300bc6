import openapi from '../../openapi.yaml'
import { type Answer, RefusedError } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { checkOptions, type OptionSchema } from '../store/check-options.ts'
import { StoreError } from '../store/errors.ts'
import type { Holds, StoredHold } from '../store/holds.ts'
import { settingsSchema } from '../store/options.ts'
import type { NewPlant } from '../store/plant.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import {
  type AcceptedBody,
  emptyBody,
  failureBody,
  holdBody,
  readChange,
  releaseBody,
} from './body.ts'
import type { Changes } from './changes.ts'
import { aroundEntries, toHarEntry } from './har.ts'
import { type Around, jsonAnswer, listAnswer } from './json-answer.ts'
import { createPageAnswer } from './page.ts'
import { toJsonFailure, toJsonHold, toJsonRequest } from './to-json.ts'
import { MAX_PLANTS_BYTES, type MockSession, type MockState } from './types.ts'
import { untilChange } from './wait.ts'

/** The named sessions of an app. */
export interface SessionDirectory {
  /** The first token that was given on the command line, if any. */
  readonly commandLineToken: string | undefined
  readonly count: number
  /** The longest idle first. */
  list(): MockSession[]
  /** Returns whether there was one. */
  end(name: string): boolean
}

/** A request to the control API, and everything needed to answer it. */
export interface ControlRequest {
  readonly request: StoreRequest
  /** The part of its path for `:id` or `:name`. */
  readonly parameter: string
  readonly store: ReferenceStore
  readonly changes: Changes
  readonly sessions: SessionDirectory
  getState(): MockState
}

/** Answers a request. What it throws becomes a refusal: a 400 for an `OptionsError`. */
export type Handler = (control: ControlRequest) => Answer | Promise<Answer>

/** The handlers of a path, by method. */
export type Methods = Readonly<Record<string, Handler>>

/** Only the page shows the token of the command line, in its commands. */
const getPage: Handler = ({ sessions, request }) =>
  createPageAnswer(sessions.commandLineToken, request)

/** The routes by their paths under `/__mock`. `GET` answers `HEAD` too. */
export const routes: Readonly<Record<string, Methods>> = {
  '': { GET: getPage },
  '/': { GET: getPage },
  '/health': { GET: ({ getState }) => jsonAnswer(getState()) },
  '/plants': {
    GET: list(
      ({ state }) => state.plants,
      plant => plant,
    ),
    POST: change<NewPlant[]>(undefined, ({ store }, plants) => store.addPlants(plants), {
      maxBytes: MAX_PLANTS_BYTES,
    }),
  },
  '/requests': {
    GET: list(({ state }) => state.requests(), toJsonRequest),
    DELETE: command(({ store, request }) => store.clearRequests(askerOf(request))),
  },
  '/requests.har': {
    GET: list(
      ({ state }) => [...state.requests()].sort((one, other) => one.number - other.number),
      record => toHarEntry(toJsonRequest(record), record.response?.body?.decodedSize),
      ([first]) => aroundEntries(first?.time ?? Date.now()),
    ),
  },
  '/failures': {
    GET: list(({ state }) => state.failures.entries, toJsonFailure),
    POST: change(failureBody, ({ store }, { failure, times = 1, ...options }) => ({
      id: store.failNext(failure, { ...options, times: Number(times) }),
    })),
    DELETE: command(({ store }) => store.clearFailures()),
  },
  '/failures/:id': {
    DELETE: command(({ store, parameter: id }) => {
      if (!store.removeFailure(id))
        throw new StoreError(404, `There is no failure ${id.slice(0, 20)}: it was used or cleared`)
    }),
  },
  '/holds': {
    GET: list(
      ({ state }) => state.holds,
      hold => toJsonHold(hold),
    ),
    POST: change(holdBody, ({ store }, options) => ({ id: store.holdNext(options).id }), {
      mayBeEmpty: true,
    }),
  },
  '/holds/:id': { GET: getHeldRequest },
  '/holds/:id/release': {
    POST: change(
      releaseBody,
      ({ store, parameter: id }, { failure }) => findHold(store, id).release(failure),
      { mayBeEmpty: true },
    ),
  },
  '/settings': { PUT: change(settingsSchema, ({ store }, update) => store.updateSettings(update)) },
  '/reset': { POST: command(({ store, request }) => store.resetBy(askerOf(request))) },
  '/changes': { GET: getChanges },
  '/sessions': { GET: ({ sessions }) => jsonAnswer(sessions.list()) },
  '/sessions/:name': {
    DELETE: command(({ sessions, parameter }) => {
      const name = parameter.replace(TILDE, '')
      if (!sessions.end(name)) throw new StoreError(404, `There is no session ${name.slice(0, 64)}`)
      return sessions.list()
    }),
  },
  '/openapi.yaml': {
    GET: () => ({ status: 200, headers: { 'content-type': 'text/yaml' }, body: openapi }),
  },
}

/** Accepted before a name, because clients remove `.` and `..` from paths (RFC 3986, section 5.2.4). */
const TILDE = /^(?:~|%7e)/i

/**
 * Changes the mock by a JSON body. Without a schema, the store checks the body. Answers with the result of
 * `apply`, by default the new state.
 */
function change<Body>(
  schema: OptionSchema<Body> | undefined,
  apply: (control: ControlRequest, body: Body) => unknown,
  accepted: AcceptedBody = {},
): Handler {
  return async control => {
    const body = await readChange(control.request, accepted)
    if (schema) checkOptions(body, schema)
    return jsonAnswer(apply(control, body as Body) ?? control.getState())
  }
}

/** Changes the mock without a body, or with `{}`. */
function command(apply: (control: ControlRequest) => unknown): Handler {
  return change(emptyBody, apply, { mayBeEmpty: true })
}

/** Lists all items, or the last ones, in parts. */
function list<Item>(
  getItems: (store: ReferenceStore) => Iterable<Item>,
  toJson: (item: Item) => unknown,
  toAround?: (items: readonly Item[]) => Around,
): Handler {
  return ({ request, store }) => {
    const last = readQuery(request, 'last')
    if (last !== undefined && !/^[1-9]\d{0,8}$/.test(last))
      throw new RefusedError({
        status: 400,
        message: 'The query parameter last must be a positive integer',
      })
    const all = [...getItems(store)]
    const items = last === undefined ? all : all.slice(-Number(last))
    return listAnswer(items, toJson, toAround?.(items))
  }
}

const readQuery = ({ url }: StoreRequest, name: string): string | undefined =>
  new URLSearchParams(url.split('?')[1]).get(name) ?? undefined

/** Only browsers send an Origin. */
const askerOf = ({ headers }: StoreRequest): string =>
  headers.get('origin') === undefined ? 'A client' : 'A page'

async function getChanges({ request, changes }: ControlRequest): Promise<Answer> {
  return jsonAnswer(await changes.after(readQuery(request, 'after') ?? '', request.signal))
}

/** Answers with the request of a hold, also when it is over. Waits for it. */
async function getHeldRequest({ request, store, parameter: id }: ControlRequest): Promise<Answer> {
  const { state } = store // a reset replaces it, and ends the hold
  const { holds } = state
  const isWaiting = () => holds.get(id) !== undefined && !holds.get(id)?.held
  await untilChange(store, () => !isWaiting(), request.signal)
  if (isWaiting()) return { status: 204, headers: {}, body: '' }
  const number = holds.getPast(id)?.requestNumber
  const record = holds.get(id)?.held ?? [...state.requests()].find(past => past.number === number)
  if (!record) throw noHold(holds, id)
  return jsonAnswer(toJsonRequest(record))
}

function findHold({ state: { holds } }: ReferenceStore, id: string): StoredHold {
  const hold = holds.get(id)
  if (!hold) throw noHold(holds, id)
  return hold
}

function noHold(holds: Holds, id: string): StoreError {
  const name = `hold ${id.slice(0, 20)}`
  const past = holds.getPast(id)
  return new StoreError(
    404,
    past ? `The ${name} is over. ${past.reason}` : `There is no ${name}, or it ended long ago`,
  )
}
