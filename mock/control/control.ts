import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, CORS, refusal } from '../answer.ts'
import { callOf, send } from '../serve.ts'
import { BEHIND, type MockStore } from '../store.ts'
import { Events } from './events.ts'
import { checkOrigin } from './origin.ts'
import { routesOf } from './routes.ts'
import { CONTROL_MARK, CONTROL_PATH, type MockState } from './types.ts'

/** Answers a request for the control API, and gives true; gives false where it is not for it. */
export type Control = (
  request: IncomingMessage,
  response: ServerResponse,
  goAhead?: () => void,
) => boolean

/** Creates the control API of one server. `ControlRoutes` names what it takes and gives. */
export function createControl(store: MockStore, basePath: string): Control {
  const state = stateOf(store, basePath)
  const { changed, requestsSince } = store[BEHIND]
  const events = new Events({ state, changed, requestsSince })
  const routes = routesOf(store, state)

  return (request, response, goAhead) => {
    if (!request.url?.includes(CONTROL_PATH)) return false // most are for the store
    const call = callOf(request, '', goAhead)
    const { method, path } = call
    if (path !== CONTROL_PATH && !path.startsWith(`${CONTROL_PATH}/`)) return false

    const reply = (answer: Answer) =>
      send({ ...answer, headers: { ...HEADERS, ...own(answer.headers) } }, request, response)
    const under = path.slice(CONTROL_PATH.length)
    const route = Object.hasOwn(routes, under) ? routes[under] : undefined
    const foreign = checkOrigin(call)
    if (foreign) reply(foreign)
    else if (under === EVENTS && method === 'GET') events.open(request, response, HEADERS)
    else if (under === EVENTS) reply(notAllowed(method, path, ['GET']))
    else if (!route)
      reply(refusal(404, `There is nothing at ${path}: ${CONTROL_PATH} is the console`))
    else {
      const answer = route[method === 'HEAD' ? 'GET' : method]
      if (answer) void Promise.resolve(answer(call)).then(reply)
      else reply(notAllowed(method, path, Object.keys(route)))
    }
    return true
  }
}

const EVENTS = '/events'

const notAllowed = (method: string, path: string, allowed: string[]) =>
  refusal(405, `${method} is not allowed on ${path}: send ${allowed.join(' or ')}`, {
    allow: allowed.join(', '),
  })

/** What is not there for pages of other origins. */
const own = (headers: Answer['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in CORS)))

/** No page of another origin is to read, show or keep any of it; so there is no CORS either. */
const HEADERS: Record<string, string> = {
  [CONTROL_MARK[0]]: CONTROL_MARK[1],
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function stateOf(store: MockStore, basePath: string): () => MockState {
  const behind = store[BEHIND]
  const start = Math.random().toString(36).slice(2)
  return () => ({
    run: `${start}-${behind.resets}`,
    basePath,
    plants: behind.plants.length,
    requests: behind.requestCount,
    settings: { ...behind.settings },
    failures: behind.failures.map(({ failure, times }) => ({
      failure,
      times: times === Infinity ? 'Infinity' : times,
    })),
  })
}
