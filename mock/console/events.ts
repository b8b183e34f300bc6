import type { JsonRequest, MockState } from '../control/types.ts'
import { readJson } from '../json/read.ts'
import { controlPath } from './address.ts'

/** A request as the page keeps it. */
export interface LogRequest extends JsonRequest {
  /** Set if its body is not all there, so that it cannot be sent again. */
  readonly isCut?: true
}

/** What the page shows of the server's events. */
export interface EventHandlers {
  state(state: MockState): void
  /** `position` counts the responses of the epoch from 1. */
  request(request: LogRequest, position: number): void
  connected(isConnected: boolean): void
}

/** Subscribes to the server's events while the page is open, and reconnects when it is lost. */
export function subscribe(handlers: EventHandlers): void {
  const source = new EventSource(`${controlPath()}/events`)
  source.addEventListener('state', ({ data }) => {
    handlers.state(readJson(data) as MockState)
    handlers.connected(true) // only now does the page show what the server has
  })
  source.addEventListener('request', ({ data, lastEventId }) =>
    handlers.request(readRequest(data), Number(lastEventId.split(':')[1])),
  )
  source.addEventListener('error', () => {
    handlers.connected(false)
    if (source.readyState !== EventSource.CLOSED) return // the browser reconnects
    setTimeout(() => subscribe(handlers), 1_000)
  })
}

/** A thousand large bodies would fill the page's memory. */
const MAX_REQUEST_CHARS = 100_000

/** The server cuts a body that is not JSON after so many. */
const MAX_TEXT_CHARS = 16_384

function readRequest(data: string): LogRequest {
  const request = readJson(data) as JsonRequest
  if (data.length < MAX_REQUEST_CHARS) {
    const isCut = (request.text?.length ?? 0) > MAX_TEXT_CHARS
    return isCut ? { ...request, isCut: true } : request
  }
  const { body, ...rest } = request
  return { ...rest, isCut: true, text: `Too long to show here. See ${controlPath()}/requests.` }
}
