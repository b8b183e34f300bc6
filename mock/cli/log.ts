import type { MockRequest } from '../store/mock-request.ts'
import { toPrintable } from '../verify/printable.ts'

/** A request as one line of the log. */
export function formatRequest(request: MockRequest, colors: boolean): string {
  const { method, url, status, reason, failure, handler } = request
  const target = url.replace(/^\w+:\/\/[^/]*/, '')
  const name = typeof failure === 'string' ? failure : failure && `status ${failure.status}`
  const notes = [handler && 'by a handler', failure && `on command: ${name}`, !failure && reason]
  const shown = status ?? 'no response'
  const shownStatus = colors ? `\u001b[${colorOf(status)}m${shown}\u001b[0m` : shown
  return [
    `${method} ${toPrintable(target)} ${shownStatus}`,
    ...notes.filter(Boolean).map(String).map(toPrintable),
  ].join('  ')
}

/** Green for success, yellow for errors of the client, red for errors of the server. */
const colorOf = (status = 500) => (status >= 500 ? 31 : status >= 400 ? 33 : 32)
