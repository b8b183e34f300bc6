import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import type { RequestRecord } from '../store/mock-request.ts'
import { redactUrl } from '../store/redact.ts'
import { toPrintable } from '../verify/printable.ts'
import { memoizeLast } from './memoize-last.ts'
import { mayBeRounded } from './rounded-id.ts'

/** A command to try. Tokens are not printed, so it takes one from `$TOKEN` if any are set. */
export const exampleCommand = (url: string, acceptsAnyToken: boolean): string =>
  `curl -X ${method} ${url}${path} -H "Authorization: Bearer ${acceptsAnyToken ? 'token' : '$TOKEN'}" ` +
  `-H 'Content-Type: ${requestMediaType}' -d ${quote(writeJson(requestExample))}`

/** One word of a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Formats requests as lines of the log: `14:05:09 POST /plants 200 3 ms  id 7`. A line is made from the
 * record that the store keeps anyway, because a `MockRequest` would cost more than the rest.
 */
export function createLineFormat(colors: boolean): (record: RequestRecord) => string {
  const clock = createClock()
  return record => {
    const { method, url, response, duration, id, session } = record
    const status = response?.status
    const shown = status ?? 'no response'
    let line = `${clock(record.time)} ${method} ${toPrintable(redactUrl(pathOf(url)))} `
    line += colors ? `\u001b[${colorOf(status)}m${shown}\u001b[0m` : shown
    line += ` ${duration ?? 0} ms`
    if (id !== undefined) line += `  id ${id}${mayBeRounded(id) ? ' (may have been rounded)' : ''}`
    if (session !== undefined) line += `  session ${session}`
    return line + describeOutcome(record)
  }
}

function describeOutcome({ isHandler, failure, isRandom, reason }: RequestRecord): string {
  const handler = isHandler ? '  by a handler' : ''
  if (!failure) return handler + (reason === undefined ? '' : `  ${toPrintable(reason)}`)
  const shown = failure.toShortFailure()
  const name = typeof shown === 'string' ? shown : `status ${shown.status}`
  return `${handler}  ${isRandom ? 'at random' : 'on command'}: ${name}`
}

/** The time of day; each second is formatted once. */
function createClock(): (time: number) => string {
  const formatSecond = memoizeLast((second: number) =>
    new Date(second * 1_000).toTimeString().slice(0, 8),
  )
  return time => formatSecond(Math.floor(time / 1_000))
}

/** A URL without its origin. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

/** Green for success, yellow for errors of the client, red for errors of the server. */
const colorOf = (status = 500) => (status >= 500 ? 31 : status >= 400 ? 33 : 32)
