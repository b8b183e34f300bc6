import type { Refusal } from '../http/answer.ts'
import { writeJson } from '../json/write.ts'
import type { StartedServer } from '../server/start.ts'
import { shownUrl, shownViolations, toMockRequest } from '../store/read-record.ts'
import type { RequestRecord } from '../store/request-record.ts'
import type { StoredFailure } from '../store/stored-failure.ts'
import { GREEN, type Paint, RED, YELLOW } from '../terminal/colors.ts'
import { escapeControls, toPrintable } from '../terminal/printable.ts'
import type { Flags } from './flags.ts'
import { describeExposure, describeStart } from './start-message.ts'

/** Formats everything that goes to standard output while the mock serves. */
export interface LogFormat {
  started(started: StartedServer, flags: Flags): string
  request(record: RequestRecord): string
  /** A request is held, or left without an answer. It gets another line when it is over. */
  waiting(record: RequestRecord): string
  /** What arrived was no request, or there was no room for the connection. */
  connectionRefused(refusal: Refusal): string
  /** A session was ended to make room for another. */
  sessionEnded(name: string): string
  /** Lines were left out, because nobody read them, or because a file could not take them. */
  omitted(count: number, isFailing: boolean): string
  /** A line could not be written. */
  failed(reason: string): string
}

/** Lines for people: `14:05:09 POST /plants 200 3 ms  id 7  ignored colour`. */
export const createTextFormat = (paint: Paint): LogFormat => ({
  started: (started, flags) => describeStart(started, flags, paint),
  request(record) {
    const { response, duration = 0 } = record
    const status = response?.status
    const isBroken = record.failure !== undefined || record.violations.length > 0
    const outcome = paint(colorOf(status, isBroken), `${status ?? 'no response'}`)
    return `${describeSent(record)} ${outcome} ${duration} ms${listDetails(record)}`
  },
  waiting: record =>
    `${describeSent(record)} ${paint(YELLOW, `${record.inFlight}`)}${listDetails(record)}`,
  connectionRefused: ({ status, message }) =>
    `${describeTime(Date.now())} ${paint(colorOf(status, false), `${status}`)}  a connection was refused: ${message}`,
  sessionEnded: name =>
    `Session ${name} was ended to make room for another: it was idle longest (see --max-sessions)`,
  omitted: (count, isFailing) =>
    `(${count} ${count === 1 ? 'line was' : 'lines were'} left out, because ${isFailing ? 'the output could not be written' : 'nobody read the output'})`,
  failed: reason => `(a line could not be written: ${toPrintable(reason)})`,
})

function describeSent(record: RequestRecord): string {
  const { time, method } = record
  return `${describeTime(time)} ${toPrintable(`${method} ${pathOf(shownUrl(record))}`)}`
}

/** Not `toTimeString`, which takes a twentieth of the time of a request. */
function describeTime(time: number): string {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Removes the origin of a URL. */
const pathOf = (url: string) => url.replace(/^[^/]*\/\/[^/]*/, '') || '/'

/** Green for real successes only: a 200 that a failure or the service has broken is red. */
function colorOf(status: number | undefined, isBroken: boolean): number {
  if (status === undefined || status >= 500) return RED
  if (status >= 300) return YELLOW
  return isBroken ? RED : GREEN
}

function listDetails(record: RequestRecord): string {
  const { number, id, ignored, session, isHandler, failure, reason } = record
  const details = [
    number > 0 && `#${number}`, // 0 if it is in no journal
    id !== undefined && `id ${id}${mayBeRounded(id) ? ' (may have been rounded)' : ''}`,
    ignored.length > 0 && `ignored ${ignored.join(', ')}`,
    session !== undefined && `session ${session}`,
    isHandler && 'by a handler',
    record.isForwarded && 'forwarded',
    failure && describeFailure(failure),
    // The line has the status, and the failure has its name.
    reason?.startsWith(INJECTED) ? undefined : reason,
    ...shownViolations(record),
  ].filter(detail => typeof detail === 'string')
  return toPrintable(details.map(detail => `  ${detail}`).join(''))
}

const INJECTED = 'Injected failure: '

/** Leaves out the status of a failure, which the line already has. */
function describeFailure(stored: StoredFailure): string {
  const failure = stored.toFailure()
  const cause = stored.isRandom ? 'random failure' : 'injected failure'
  return typeof failure === 'string' ? `${cause}: ${failure}` : cause
}

/** Lines of JSON: requests have the properties of `MockRequest`. */
export const jsonFormat: LogFormat = {
  started: ({ server: { url }, sessions: { service } }, { options }) =>
    toJsonLine({ listening: url, forward: service, warning: describeExposure(options) }),
  request(record) {
    const { number, ...request } = toMockRequest(record)
    const { id } = record
    return toJsonLine({
      ...(number > 0 && { number }), // 0 if it is in no journal
      ...request, // without `toJSON`, which loses bigints on Node 20 (see `toStringifiable`)
      ...(id !== undefined && mayBeRounded(id) && { idMayBeRounded: true }),
    })
  },
  waiting: record => toJsonLine({ waiting: { ...toMockRequest(record) } }),
  connectionRefused: ({ status, message }) =>
    toJsonLine({ refusedConnection: { time: new Date(), status, reason: message } }),
  sessionEnded: name => toJsonLine({ sessionEnded: name }),
  omitted: count => toJsonLine({ omitted: count }),
  failed: reason => toJsonLine({ failed: reason }),
}

const toJsonLine = (value: object) => escapeControls(writeJson(value))

/**
 * Returns whether an id may be another one rounded to a double: beyond 2^53, and either exactly a double or
 * a double as JavaScript prints it. Clients that read ids as doubles round them silently.
 */
function mayBeRounded(id: number | bigint): boolean {
  if (Number.isSafeInteger(id)) return false
  const double = Number(id)
  if (!Number.isFinite(double)) return false
  return BigInt(double) === BigInt(id) || String(double) === String(id)
}
