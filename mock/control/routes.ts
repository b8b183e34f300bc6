import { type Answer, JSON_HEADERS, type Refusal, refusal } from '../answer.ts'
import type { Call } from '../call.ts'
import { checkMediaType, parseBody, readBody } from '../checks.ts'
import { latencyRange } from '../options.ts'
import { BEHIND, type MockStore } from '../store.ts'
import { writeJson } from '../write-json.ts'
import { writeRequest } from '../write-request.ts'
import { failureOrder, noOrder, settingsOrder } from './orders.ts'
import { page } from './page.ts'
import type { MockState } from './types.ts'

/** What answers one method of one path. */
export type Route = (call: Call) => Answer | Promise<Answer>

/** Every route but the events, by its path under `/__mock`, then by its method. */
export function routesOf(
  store: MockStore,
  state: () => MockState,
): Record<string, Record<string, Route>> {
  const behind = store[BEHIND]

  /** What changes something takes its order as JSON, and gives the state that comes of it. */
  const obey =
    (change: (order: unknown) => void, noBody?: object): Route =>
    async call => {
      const order = await readOrder(call, noBody)
      if ('reason' in order) return order
      try {
        change(order.value)
      } catch (error) {
        return refusal(400, (error as Error).message)
      }
      return json(writeJson(state()))
    }

  return {
    '': { GET: page },
    '/health': { GET: () => json(writeJson(state())) },
    '/plants': {
      GET: list(
        last => behind.plants.slice(-last),
        plant => writeJson(plant),
      ),
    },
    '/requests': {
      GET: list(last => behind.requestsSince(state().requests - last), writeRequest),
    },
    '/failures': {
      POST: obey(order => {
        const { failure, times } = failureOrder(order)
        store.failNext(failure, { times })
      }),
      DELETE: obey(order => {
        noOrder(order)
        behind.clearFailures()
      }, {}),
    },
    '/settings': {
      PUT: obey(order => {
        const { latency, failureRate } = settingsOrder(order)
        behind.set({
          ...(latency !== undefined && { latency: latencyRange(latency) }),
          ...(failureRate !== undefined && { failureRate }),
        })
      }),
    },
    '/reset': {
      POST: obey(order => {
        noOrder(order)
        store.reset()
      }, {}),
    },
  }
}

const json = (body: string): Answer => ({ status: 200, headers: JSON_HEADERS, body })

/** The last of them, or all. */
const list =
  <T>(items: (last: number) => readonly T[], write: (item: T) => string): Route =>
  ({ url }) => {
    const asked = new URLSearchParams(url.split('?')[1]).get('last')
    if (asked !== null && !/^[1-9]\d{0,8}$/.test(asked))
      return refusal(400, 'last takes a whole number above 0')
    return json(
      `[${items(Number(asked ?? Infinity))
        .map(write)
        .join(',\n')}]`,
    )
  }

/** The order in a body; `noBody` stands for none, where that is allowed. */
async function readOrder(call: Call, noBody?: object): Promise<{ value: unknown } | Refusal> {
  const refused = checkMediaType(call)
  if (refused) return refused
  const bytes = await readBody(call, LONGEST_ORDER)
  if ('reason' in bytes) return bytes
  if (noBody && bytes.length === 0) return { value: noBody }
  const { value, refusal: unreadable } = parseBody(bytes)
  return unreadable ?? { value }
}

const LONGEST_ORDER = 2 ** 20
