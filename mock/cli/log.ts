import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import type { MockRequest } from '../store/mock-request.ts'
import { toPrintable } from '../verify/sanitize.ts'

/** A command to try. Tokens are not printed, so it takes one from `$TOKEN` if any are set. */
export const exampleCommand = (url: string, acceptsAnyToken: boolean): string =>
  `curl -X ${method} ${url}${path} -H "Authorization: Bearer ${acceptsAnyToken ? 'token' : '$TOKEN'}" ` +
  `-H 'Content-Type: ${requestMediaType}' -d ${quote(writeJson(requestExample))}`

/** One word of a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A request as one line of the log. */
export function formatRequest(request: MockRequest, colors: boolean): string {
  const { method, url, status, reason, failure, handler, session } = request
  const target = url.replace(/^\w+:\/\/[^/]*/, '')
  const name = typeof failure === 'string' ? failure : failure && `status ${failure.status}`
  const notes = [
    session && `session ${session}`,
    handler && 'by a handler',
    failure && `on command: ${name}`,
    !failure && reason,
  ]
  const shown = status ?? 'no response'
  const shownStatus = colors ? `\u001b[${colorOf(status)}m${shown}\u001b[0m` : shown
  return [
    `${method} ${toPrintable(target)} ${shownStatus}`,
    ...notes.filter(Boolean).map(String).map(toPrintable),
  ].join('  ')
}

/** The end of a session, as one line of the log. */
export const formatEnd = (session: string | undefined): string =>
  `Session ${session} was ended to make room for another: it was idle longest (see --max-sessions)`

/** Green for success, yellow for errors of the client, red for errors of the server. */
const colorOf = (status = 500) => (status >= 500 ? 31 : status >= 400 ? 33 : 32)
