import {
  type Answer,
  answerWith,
  CORS_HEADERS,
  type ErrorAnswer,
  errorAnswer,
} from '../http/answer.ts'
import type { StoreRequest } from '../http/request.ts'
import { isOptionsError } from '../store/check-options.ts'
import { isStoreError } from '../store/errors.ts'
import type { ReferenceStore } from '../store/reference-store.ts'
import { Feed } from './feed.ts'
import { checkOrigin } from './origin-check.ts'
import { type Handler, type Methods, routes, type SessionDirectory } from './routes.ts'
import { toStoreState } from './to-json.ts'
import { CONTROL_HEADER, CONTROL_PATH, type MockState, type StartOptions } from './types.ts'

export type { SessionDirectory } from './routes.ts'

/** Returns whether the control API answers requests for that path. */
export const isControlPath = (path: string): boolean =>
  path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)

/** Refuses what no session answers: requests from pages of other origins, unknown paths and methods. */
export function refuseControl(request: StoreRequest): Answer | undefined {
  const route = findRoute(request)
  return 'reason' in route ? withControlHeaders(route) : undefined
}

/** The parts of the app that the control API of a session needs. */
export interface ControlContext {
  /** Tells the session from others, also from those of its name and of another start of the mock. */
  readonly id: string
  readonly sessions: SessionDirectory
  readonly basePath: string
  /** The options of the app and its server that were given. */
  readonly startOptions: StartOptions
}

/** The control API of a session. `types.ts` documents its routes. */
export class Control {
  readonly #store: ReferenceStore
  readonly #context: ControlContext
  readonly #feed: Feed
  #unanswered = 0

  constructor(store: ReferenceStore, context: ControlContext) {
    this.#store = store
    this.#context = context
    this.#feed = new Feed(context.id, store, this.#getState)
  }

  async respond(request: StoreRequest): Promise<Answer> {
    this.#unanswered++
    try {
      return withControlHeaders(await answerWith(() => this.#answer(request), request))
    } finally {
      this.#unanswered--
    }
  }

  async #answer(request: StoreRequest): Promise<Answer> {
    const route = findRoute(request)
    if ('reason' in route) return route
    const { handler, parameter } = route
    const { sessions } = this.#context
    try {
      return await handler({
        request,
        parameter,
        store: this.#store,
        feed: this.#feed,
        sessions,
        getState: this.#getState,
      })
    } catch (error) {
      if (isOptionsError(error)) return errorAnswer(400, error.message)
      if (isStoreError(error)) return errorAnswer(error.status, error.message)
      throw error
    }
  }

  readonly #getState = (): MockState => {
    const { basePath, sessions, startOptions } = this.#context
    const { session } = this.#store
    const storeState = toStoreState(this.#store)
    return {
      epoch: this.#feed.epoch,
      ...(session !== undefined && { session }),
      sessions: sessions.count,
      basePath,
      ...storeState,
      options: { ...startOptions, ...storeState.options },
    }
  }

  /** Whether a console is open, or a request is unanswered. */
  get isBusy(): boolean {
    return this.#unanswered > 0 || this.#feed.isWatched
  }
}

/** A handler, and the parameter in the path. */
interface Route {
  readonly handler: Handler
  readonly parameter: string
}

function findRoute(request: StoreRequest): Route | ErrorAnswer {
  const refusal = checkOrigin(request)
  if (refusal) return refusal
  const { path } = request.target
  const segments = path.slice(CONTROL_PATH.length).split('/')
  const methods = findMethods(segments)
  if (!methods) return errorAnswer(404, `There is nothing at ${path}. The routes are ${ROUTES}`)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  return handler ? { handler, parameter: segments[2] ?? '' } : notAllowed(request, methods)
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

function notAllowed({ method, target }: StoreRequest, methods: Methods): ErrorAnswer {
  const allowed = Object.keys(methods)
  const message = `${method} is not allowed on ${target.path}: send ${allowed.join(' or ')}`
  return errorAnswer(405, message, { allow: allowed.join(', ') })
}

/** Pages of other origins must not read, embed or cache any of it, so there are no CORS headers. */
export function withControlHeaders(answer: Answer): Answer {
  const own = Object.entries(answer.headers).filter(([name]) => !(name in CORS_HEADERS))
  const headers = { ...HEADERS, ...Object.fromEntries(own) }
  if (answer.reason === undefined) return { ...answer, headers }
  // Errors of the control API have their own shape, whatever the service's look like.
  const body = JSON.stringify({ error: answer.status, message: answer.reason })
  return { ...answer, headers: { ...headers, 'content-type': 'application/json' }, body }
}

const HEADERS: Readonly<Record<string, string>> = {
  [CONTROL_HEADER[0]]: CONTROL_HEADER[1],
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
