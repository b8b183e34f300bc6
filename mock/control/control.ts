import type { StoreRequest } from '../http/request.ts'
import {
  CORS_HEADERS,
  type ErrorResponse,
  errorResponse,
  handle,
  type RequestHandler,
  type StoreResponse,
} from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import { INTERNALS, type MockStore, type StoreInternals } from '../store/store.ts'
import { EventStream } from './event-stream.ts'
import { createHoldRoutes, type HoldContext } from './hold-routes.ts'
import { checkOrigin } from './origin.ts'
import { jsonResponse, type Methods, type RouteHandler } from './route.ts'
import { createRoutes } from './routes.ts'
import { createSessionRoutes, type SessionDirectory } from './session-routes.ts'
import { toStoreState } from './state.ts'
import { CONTROL_HEADER, CONTROL_PATH, type MockState, type StartOptions } from './types.ts'

/** Whether the control API answers requests for that path. */
export const isControlPath = (path: string): boolean =>
  path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)

/** What the control API of a session needs of the app that it belongs to. */
export interface ControlContext extends HoldContext {
  readonly sessions: SessionDirectory
  readonly basePath: string
  /** The options of the app and its server that were given. */
  readonly startOptions: StartOptions
}

/** The control API of a session. `ControlRoutes` documents it. */
export class Control {
  readonly #routes: Readonly<Record<string, Methods>>
  readonly #events: EventStream

  constructor(store: MockStore, context: ControlContext) {
    const internals = store[INTERNALS]
    const getState = createGetState(internals, context)
    this.#events = new EventStream({
      getState,
      requestsSince: position => internals.requestsSince(position),
      onChange: listener => internals.events.on('change', listener),
    })
    const stateResponse = () => jsonResponse(writeJson(getState()))
    this.#routes = {
      ...createRoutes(internals, stateResponse, this.#events),
      ...createHoldRoutes(internals, stateResponse, context),
      ...createSessionRoutes(context.sessions),
    }
  }

  readonly respond: RequestHandler = async request =>
    withControlHeaders(await handle(sent => this.#answer(sent), request))

  #answer(request: StoreRequest): ReturnType<RequestHandler> {
    const route = this.#route(request)
    return 'reason' in route ? route : route.handler(request, route.parameter)
  }

  /** Refuses what no session answers: pages of other origins, unknown paths and methods. */
  check(request: StoreRequest): ErrorResponse | undefined {
    const route = this.#route(request)
    return 'reason' in route ? route : undefined
  }

  /** Only `GET` and `HEAD` differ from what a route lists: a list answers both. */
  #route(request: StoreRequest): Route | ErrorResponse {
    const refusal = checkOrigin(request)
    if (refusal) return refusal
    const { methods, parameter } = findRoute(this.#routes, request.path.slice(CONTROL_PATH.length))
    if (!methods)
      return errorResponse(
        404,
        `There is nothing at ${request.path}: ${CONTROL_PATH} is the console`,
      )
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
    return handler ? { handler, parameter } : notAllowed(request, Object.keys(methods))
  }

  /** Whether an event stream is open, such as that of a console. */
  get hasListeners(): boolean {
    return this.#events.hasListeners
  }

  /** Ends the event streams. */
  close(): void {
    this.#events.close()
  }
}

/** What answers a request. */
interface Route {
  readonly handler: RouteHandler
  readonly parameter: string | undefined
}

/** The methods of a path, and what stands in it for the `*` of its route. */
function findRoute(
  routes: Readonly<Record<string, Methods>>,
  path: string,
): { methods: Methods | undefined; parameter?: string | undefined } {
  // A literal `*` is no route's path: in the list it stands for a parameter.
  if (path.includes('*')) return { methods: undefined }
  const methods = routes[path]
  if (methods) return { methods }
  const [, list = '', parameter, action = ''] = /^(\/[^/]+)\/([^/]+)(\/[^/]+)?$/.exec(path) ?? []
  return { methods: routes[`${list}/*${action}`], parameter }
}

const notAllowed = ({ method, path }: StoreRequest, allowed: readonly string[]) =>
  errorResponse(405, `${method} is not allowed on ${path}: send ${allowed.join(' or ')}`, {
    allow: allowed.join(', '),
  })

/** Pages of other origins must not read, embed or cache any of it, so there are no CORS headers. */
export function withControlHeaders(response: StoreResponse | ErrorResponse): StoreResponse {
  const own = Object.entries(response.headers).filter(([name]) => !(name in CORS_HEADERS))
  const headers = { ...HEADERS, ...Object.fromEntries(own) }
  if (!('reason' in response)) return { ...response, headers }
  // Errors of the control API have a shape of their own, whatever the service's have.
  const body = JSON.stringify({ error: response.status, message: response.reason })
  return { ...response, headers: { ...headers, 'content-type': 'application/json' }, body }
}

const HEADERS: Readonly<Record<string, string>> = {
  [CONTROL_HEADER[0]]: CONTROL_HEADER[1],
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function createGetState(store: StoreInternals, context: ControlContext): () => MockState {
  const { basePath, session, sessions, startOptions } = context
  const start = Math.random().toString(36).slice(2)
  return () => {
    const storeState = toStoreState(store)
    return {
      run: `${start}-${store.runCount}`,
      ...(session !== undefined && { session }),
      sessions: sessions.count,
      basePath,
      ...storeState,
      options: { ...startOptions, ...storeState.options },
    }
  }
}
