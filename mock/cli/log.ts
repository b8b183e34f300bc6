import type { RefusedRequest } from '../app/sessions.ts'
import { redactUrl } from '../store/redact.ts'
import type { Paint } from '../terminal/colors.ts'
import { toPrintable } from '../verify/printable.ts'
import { memoizeLast } from './memoize-last.ts'
import { describeOutcome, outcomeColor } from './outcome.ts'
import { mayBeRounded } from './rounded-id.ts'

/**
 * Formats requests as lines of the log: `14:05:09 POST /plants 200 3 ms  id 7`. A line is made from the
 * record that the store keeps anyway, because a `MockRequest` would cost more than the rest.
 */
export function createLineFormat(paint: Paint): (record: RefusedRequest) => string {
  const clock = createClock()
  return record => {
    const { method, url, response, duration, id, session, isRandom, isHandler, reason } = record
    const status = response?.status
    const failure = record.failure?.toShortFailure()
    const outcome = { status, failure, isRandom, isHandler, reason }
    let line = `${clock(record.time)} ${method} ${toPrintable(redactUrl(pathOf(url)))} `
    line += paint(outcomeColor(outcome), `${status ?? 'no response'}`)
    line += ` ${duration ?? 0} ms`
    if (id !== undefined) line += `  id ${id}${mayBeRounded(id) ? ' (may have been rounded)' : ''}`
    if (session !== undefined) line += `  session ${session}`
    return line + describeOutcome(outcome)
  }
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

/** The end of a session, as one line of the log. */
export const formatEnd = (session: string | undefined): string =>
  `Session ${session} was ended to make room for another: it was idle longest (see --max-sessions)`
