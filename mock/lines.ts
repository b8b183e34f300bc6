import { requestMediaType as mediaType, method, path } from '../generated/contract.ts'
import type { MockRequest } from './journal.ts'

/** A command to try at once; where tokens are set, with one of them in `$TOKEN`, since none is shown. */
export const curl = (url: string, anyToken: boolean): string =>
  `curl -X ${method} ${url}${path} -H "Authorization: Bearer ${anyToken ? 'token' : '$TOKEN'}" ` +
  `-H 'Content-Type: ${mediaType}' -d '{"id":1,"name":"Monstera"}'`

/** A request in one line for people. */
export function requestLine(request: MockRequest, colours: boolean): string {
  const { method, url, status, reason, failure, handler } = request
  const target = url.replace(/^\w+:\/\/[^/]*/, '')
  const name = typeof failure === 'string' ? failure : failure && `status ${failure.status}`
  const notes = [handler && 'by a handler', failure && `on command: ${name}`, !failure && reason]
  const shown = colours ? `\u001b[${colourOf(status)}m${status}\u001b[0m` : status
  return [
    `${method} ${printable(target)} ${shown}`,
    ...notes.filter(Boolean).map(String).map(printable),
  ].join('  ')
}

/** Green, yellow for what the client did wrong, red for what the server did. */
const colourOf = (status: number) => (status >= 500 || status === 0 ? 31 : status >= 400 ? 33 : 32)

/** What came over the network must not steer a terminal (C0 and C1 control characters). */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '?')
