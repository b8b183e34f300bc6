import type { MockState, SerializedMockRequest } from '../control/types.ts'
import { readJson } from '../json/read.ts'

/** The path of the control API, wherever a proxy has put it. */
const BASE = location.pathname.replace(/\/+$/, '')

/** What the page shows of the server's events. */
export interface EventHandlers {
  state(state: MockState): void
  request(request: SerializedMockRequest): void
  connected(isConnected: boolean): void
}

/** Subscribes to the server's events while the page is open, and reconnects when it is lost. */
export function subscribe(handlers: EventHandlers): void {
  const source = new EventSource(`${BASE}/events`)
  source.addEventListener('state', ({ data }) => {
    handlers.state(readJson(data) as MockState)
    handlers.connected(true) // only now does the page show what the server has
  })
  source.addEventListener('request', ({ data }) => handlers.request(readRequest(data)))
  source.addEventListener('error', () => {
    handlers.connected(false)
    if (source.readyState !== EventSource.CLOSED) return // the browser reconnects
    setTimeout(() => subscribe(handlers), 1_000)
  })
}

/** A thousand large bodies would fill the page's memory. */
const MAX_REQUEST_CHARS = 100_000

function readRequest(data: string): SerializedMockRequest {
  const request = readJson(data) as SerializedMockRequest
  if (data.length < MAX_REQUEST_CHARS) return request
  const { body, ...rest } = request
  return { ...rest, text: `Too long to show here. See ${BASE}/requests.` }
}

/** Calls the control API. Rejects with a message for the user. */
export async function callControl(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(BASE + path, {
      method,
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
    })
  } catch (cause) {
    throw new Error('The mock server is not reachable. Start it again, then retry.', { cause })
  }
  const result = readJson(await response.text())
  if (!response.ok) throw new Error((result as { message: string }).message)
  return result
}
