import { successStatus } from '../../../generated/contract.ts'
import type { JsonFailure, JsonHold } from '../../control/types.ts'
import { NULL_BODY_STATUSES } from '../../http/null-body.ts'
import { writeJson } from '../../json/write.ts'
import type { MockFailure } from '../../store/failure.ts'
import type { PlantMatch } from '../../store/match.ts'
import type { Settings } from '../../store/options.ts'
import { bodyLine, capitalize, isolate, shorten, visible } from '../text.ts'

/** A failure, and the label and hint of its button. */
export type FailureChoice = readonly [label: string, failure: MockFailure, hint: string]

const CHALLENGE = 'Bearer realm="Plant Store", error="invalid_token"'

/** The failures that have a button of their own. */
export const failureButtons: readonly FailureChoice[] = [
  ['400', { status: 400 }, 'refused'],
  ['401', { status: 401, headers: { 'www-authenticate': CHALLENGE } }, 'bad token'],
  ['429', { status: 429, headers: { 'retry-after': '1' } }, 'slow down'],
  ['500', { status: 500 }, 'server error'],
  ['503', { status: 503 }, 'unavailable'],
  ['No answer', 'no-answer', 'connection stays open'],
]

/** The others. */
export const otherFailures: readonly FailureChoice[] = [
  ['503 Retry-After', { status: 503, headers: { 'retry-after': '1' } }, 'unavailable for a second'],
  ['Network error', 'network-error', 'connection reset'],
  ['Cut short', 'cut-short', 'half the body'],
  ['Malformed JSON', 'malformed-json', `${successStatus}, but not JSON`],
  ['Empty body', 'empty-body', `${successStatus}, but no body`],
  ['Wrong shape', 'wrong-shape', `${successStatus}, but not a Plant`],
]

/** All failures that have a name on the page. */
export const failures: readonly FailureChoice[] = [...failureButtons, ...otherFailures]

/** What a request gets, as the object of a sentence. */
const OBJECTS: Record<Exclude<MockFailure, object>, string> = {
  'network-error': 'a network error',
  'no-answer': 'no answer',
  'cut-short': 'a body that is cut short',
  'malformed-json': 'malformed JSON',
  'empty-body': 'an empty body',
  'wrong-shape': 'a body of the wrong shape',
}

/** What a request with that failure gets: `a network error`, `status 503 (Retry-After: 1)`. */
export function describeFailure(failure: MockFailure): string {
  if (typeof failure !== 'object') return OBJECTS[failure]
  const { status, headers = {}, body } = failure
  const names = Object.entries(headers)
  const parts = names.slice(0, MAX_HEADERS).map(describeHeader)
  if (names.length > MAX_HEADERS) parts.push(`${names.length} headers in all`)
  if (body === '' || NULL_BODY_STATUSES.includes(status)) parts.push('empty body')
  else if (body !== undefined)
    parts.push(`body ${visible(shorten(bodyLine(toMessage(body)) ?? '', 60))}`)
  if (status < 300) parts.push('no plant is added')
  return parts.length > 0 ? `status ${status} (${parts.join('; ')})` : `status ${status}`
}

/** The headers that a sentence has room for. */
const MAX_HEADERS = 3

const describeHeader = ([name, value]: [string, string]) =>
  `${name.replace(/\b[a-z]/g, letter => letter.toUpperCase()).replace(/^Www/, 'WWW')}: ${visible(shorten(value, 24))}`

/** As a failure, a string is sent as it is, and anything else as JSON. */
const toMessage = (body: unknown) => (typeof body === 'string' ? { text: body } : { body })

/** What the button of a choice does. */
export const describeChoice = ([, failure, hint]: FailureChoice): string =>
  `${capitalize(describeFailure(failure))}: ${hint}. No plant is added.`

/** Which requests a failure or hold is for. */
export type Aim = Pick<JsonFailure, 'times' | 'skip' | 'match'>

/** What is scheduled, as a line of the list: `Status 503: the next 2 requests with id 7.` */
export function describeScheduled(scheduled: JsonFailure | JsonHold): string {
  const isFailure = 'failure' in scheduled
  const what = isFailure ? capitalize(describeFailure(scheduled.failure)) : 'Held'
  const aim = describeAim(isFailure ? scheduled : { times: 1, skip: 0, ...scheduled })
  return `${what}: ${aim.charAt(0).toLowerCase()}${aim.slice(1)}.`
}

/** Which requests are meant. */
export function describeAim({ times, skip, match }: Aim): string {
  const which = match ? ` ${describeMatch(match)}` : ''
  if (skip === 0) return subject(times, which)
  const passing = `After ${skip === 1 ? '1 request' : `${skip} requests`}${which}`
  return `${passing}, ${further(times, which === '')}`
}

function subject(times: number | 'Infinity', which: string): string {
  if (times === 'Infinity') return `Every request${which}`
  return times === 1 ? `The next request${which}` : `The next ${times} requests${which}`
}

/** The requests after the ones that pass; with a match, more of the same. */
function further(times: number | 'Infinity', isAny: boolean): string {
  if (times === 'Infinity') return isAny ? 'every request' : 'every one of them'
  if (times === 1) return isAny ? 'the next request' : 'the next of them'
  return isAny ? `the next ${times} requests` : `the next ${times} of them`
}

/** The condition of a match: `with id 7 and name "Monstera"`. */
function describeMatch(match: PlantMatch | 'function'): string {
  if (match === 'function') return 'that a function accepts'
  const parts = Object.entries(match).map(
    ([name, value]) => `${name} ${isolate(visible(writeJson(value)))}`,
  )
  return `with ${parts.join(' and ')}`
}

/** What the settings do to each request, if anything. */
export function describeSettings({
  latency,
  failureRate,
}: Pick<Settings, 'latency' | 'failureRate'>): string {
  const delay = `Each request waits ${describeLatency(latency)}.`
  const percent = Number((failureRate * 100).toFixed(6))
  const parts = [latency[1] > 0 && delay, failureRate > 0 && `${percent} % fail at random.`]
  return parts.filter(text => text !== false).join(' ')
}

/** `5 ms`, `200 to 800 ms`. */
const describeLatency = ([least, most]: readonly [number, number]) =>
  least === most ? `${most} ms` : `${least} to ${most} ms`
