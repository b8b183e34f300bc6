import { type Answer, isNetworkError, isRefusedError, type Refusal } from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { isOptionsError } from '../store/check-options.ts'
import { isStoreError } from '../store/errors.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import { Changes } from './changes.ts'
import { type Handler, type Methods, routes, type SessionDirectory } from './routes.ts'
import { describeStore } from './to-json.ts'
import { CONTROL_HEADER, CONTROL_PATH, type MockState, type StartOptions } from './types.ts'

/**
 * Returns the path of a request for the control API; undefined for others. Its routes are also under the base path,
 * since a proxy may pass on nothing else. The page is not: `app/root.ts` leads to it.
 */
export function toControlPath(path: string, basePath: string): string | undefined {
  if (path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)) return path
  return path.startsWith(`${basePath}${CONTROL_PATH}/`) ? path.slice(basePath.length) : undefined
}

/** The parts of the app that the control API of a session needs. */
export interface ControlContext {
  readonly sessions: SessionDirectory
  readonly basePath: string
  /** The options of the app and its server that were given. */
  readonly startOptions: StartOptions
}

/** The control API of a session. `types.ts` documents its routes. */
export class Control {
  readonly #store: ReferenceStore
  readonly #context: ControlContext
  readonly #changes: Changes
  #unanswered = 0

  constructor(store: ReferenceStore, context: ControlContext) {
    this.#store = store
    this.#context = context
    this.#changes = new Changes(store, this.#getState)
  }

  /** Answers a request for a route that `findRoute` has found. */
  async respond(request: StoreRequest, { handler, parameter }: Route): Promise<Answer> {
    this.#unanswered++
    const { sessions } = this.#context
    const [store, changes, getState] = [this.#store, this.#changes, this.#getState]
    try {
      const answer = await handler({ request, parameter, store, changes, sessions, getState })
      return { ...answer, headers: { ...HEADERS, ...answer.headers } }
    } catch (error) {
      if (isNetworkError(error)) throw error
      return answerRefusal(toRefusal(error))
    } finally {
      this.#unanswered--
    }
  }

  readonly #getState = (): MockState => {
    const { basePath, sessions, startOptions } = this.#context
    const { session } = this.#store
    const ofStore = describeStore(this.#store)
    return {
      epoch: this.#store.epoch,
      ...(session !== undefined && { session }),
      sessions: sessions.count,
      basePath,
      ...ofStore,
      options: { ...startOptions, ...ofStore.options },
    }
  }

  /** Whether any request is unanswered. */
  get hasUnanswered(): boolean {
    return this.#unanswered > 0
  }

  /** Whether a console is open, or anything else follows the changes. */
  get isWatched(): boolean {
    return this.#changes.isWatched
  }
}

/** A handler, and the parameter in the path. */
export interface Route {
  readonly handler: Handler
  readonly parameter: string
}

/** Refuses what no session answers: unknown paths and methods. `path` is the result of `toControlPath`. */
export function findRoute(
  request: StoreRequest,
  path: string,
): { route: Route } | { refusal: Refusal } {
  const segments = path.slice(CONTROL_PATH.length).split('/')
  const methods = findMethods(segments)
  if (!methods) {
    const message = `There is nothing at ${path}. The routes are ${ROUTES}`
    return { refusal: { status: 404, message } }
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handler) return { route: { handler, parameter: segments[2] ?? '' } }
  return { refusal: notAllowed(request, methods) }
}

function findMethods(segments: readonly string[]): Methods | undefined {
  for (const [path, methods] of Object.entries(routes)) {
    const names = path.split('/')
    const isMatch = (name: string, index: number) =>
      name.startsWith(':') ? segments[index] !== '' : name === segments[index]
    if (names.length === segments.length && names.every(isMatch)) return methods
  }
}

/** Such as `GET /__mock, GET|POST /__mock/plants`. */
const ROUTES = Object.entries(routes)
  .filter(([path]) => path !== '/')
  .map(([path, methods]) => `${Object.keys(methods).join('|')} ${CONTROL_PATH}${path}`)
  .join(', ')

function notAllowed({ method, target }: StoreRequest, methods: Methods): Refusal {
  const allowed = Object.keys(methods)
  const message = `${method} is not allowed on ${target.path}: send ${allowed.join(' or ')}`
  return { status: 405, message, headers: { allow: allowed.join(', ') } }
}

/** Errors of the control API have their own shape, whatever the service's look like. */
export const answerRefusal = ({ status, message, headers }: Refusal): Answer => ({
  status,
  headers: { ...HEADERS, ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ error: status, message }),
})

function toRefusal(error: unknown): Refusal {
  if (isRefusedError(error)) return error.refusal
  if (isStoreError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return isOptionsError(error)
    ? { status: 400, message }
    : { status: 500, message: `The mock failed: ${message}` }
}

/** Pages of other sites must not embed or cache any of it. */
const HEADERS: Readonly<Record<string, string>> = {
  [CONTROL_HEADER[0]]: CONTROL_HEADER[1],
  'access-control-expose-headers': CONTROL_HEADER[0],
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
