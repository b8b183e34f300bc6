import type { MockState, RequestOnWire } from '../control/types.ts'
import { readJson } from '../json.ts'

/** The control API, wherever a proxy may have put it. */
const BASE = location.pathname.replace(/\/+$/, '')

/** What the page is told. */
export interface Live {
  state(state: MockState): void
  request(request: RequestOnWire): void
  connected(is: boolean): void
}

/** Listens to the server's events for as long as the page is open, whatever becomes of the server. */
export function listen(live: Live): void {
  const source = new EventSource(`${BASE}/events`)
  source.addEventListener('open', () => live.connected(true))
  source.addEventListener('state', ({ data }) => live.state(readJson(data) as MockState))
  source.addEventListener('request', ({ data }) => live.request(readRequest(data)))
  source.addEventListener('error', () => {
    live.connected(false)
    if (source.readyState !== EventSource.CLOSED) return // the browser tries again
    setTimeout(() => listen(live), 1_000)
  })
}

/** A thousand large bodies would fill the page's memory. */
function readRequest(data: string): RequestOnWire {
  const request = readJson(data) as RequestOnWire
  if (data.length < LONGEST) return request
  const { body, ...rest } = request
  return { ...rest, text: `Too long to be shown here: ${BASE}/requests has it` }
}

const LONGEST = 100_000

/** Asks the control API for something; rejects with words for the user. */
export async function ask(method: string, path: string, order?: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(BASE + path, {
      method,
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order ?? {}),
      }),
    })
  } catch (cause) {
    throw new Error('The mock server does not answer. Start it again, then repeat this.', { cause })
  }
  const answer = readJson(await response.text())
  if (!response.ok) throw new Error((answer as { message: string }).message)
  return answer
}
