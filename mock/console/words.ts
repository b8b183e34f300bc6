import { method, path, successStatus } from '../../generated/contract.ts'
import type { JsonFailure, JsonHold, JsonRequest, MockState } from '../control/types.ts'
import { NULL_BODY_STATUSES } from '../http/null-body.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import type { MockFailure } from '../store/failure.ts'
import type { PlantMatch } from '../store/match.ts'
import type { Settings } from '../store/options.ts'

/** A failure, and the label and hint of its button. */
export type Choice = readonly [label: string, failure: MockFailure, hint: string]

const CHALLENGE = 'Bearer realm="Plant Store", error="invalid_token"'

/** The failures that have a button of their own. */
export const failureButtons: readonly Choice[] = [
  ['400', { status: 400 }, 'refused'],
  ['401', { status: 401, headers: { 'www-authenticate': CHALLENGE } }, 'bad token'],
  ['429', { status: 429, headers: { 'retry-after': '1' } }, 'slow down'],
  ['500', { status: 500 }, 'server error'],
  ['503', { status: 503 }, 'unavailable'],
  ['No answer', 'no-answer', 'connection stays open'],
]

/** The others. */
export const otherFailures: readonly Choice[] = [
  ['503 Retry-After', { status: 503, headers: { 'retry-after': '1' } }, 'unavailable for a second'],
  ['Network error', 'network-error', 'connection reset'],
  ['Cut short', 'cut-short', 'half the body'],
  ['Malformed JSON', 'malformed-json', `${successStatus}, but not JSON`],
  ['Empty body', 'empty-body', `${successStatus}, but no body`],
  ['Wrong shape', 'wrong-shape', `${successStatus}, but not a Plant`],
]

/** All failures that have a name on the page. */
export const failures: readonly Choice[] = [...failureButtons, ...otherFailures]

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
  else if (body !== undefined) parts.push(`body ${shorten(bodyText(toMessage(body)) ?? '', 60)}`)
  if (status < 300) parts.push('no plant is added')
  return parts.length > 0 ? `status ${status} (${parts.join('; ')})` : `status ${status}`
}

/** The headers that a sentence has room for. */
const MAX_HEADERS = 3

const describeHeader = ([name, value]: [string, string]) =>
  `${name.replace(/\b[a-z]/g, letter => letter.toUpperCase()).replace(/^Www/, 'WWW')}: ${shorten(value, 24)}`

/** As a failure, a string is sent as it is, and anything else as JSON. */
const toMessage = (body: unknown) => (typeof body === 'string' ? { text: body } : { body })

const shorten = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}…` : text

/** What the button of a choice does. */
export const describeChoice = ([, failure, hint]: Choice): string =>
  `${capitalize(describeFailure(failure))}: ${hint}. No plant is added.`

/** Which requests a failure or hold is for. */
export type Aim = Pick<JsonFailure, 'times' | 'skip' | 'match'>

/** A scheduled failure as a sentence: `The next 2 requests with id 7 get status 503.` */
export function describeScheduled({ failure, ...aim }: Omit<JsonFailure, 'id'>): string {
  const verb = aim.times === 'Infinity' || aim.times === 1 ? 'gets' : 'get'
  return `${describeAim(aim)} ${verb} ${describeFailure(failure)}.`
}

/** A scheduled hold as a sentence. */
export const describeHold = ({ match }: Pick<JsonHold, 'match'>): string =>
  `${describeAim({ times: 1, skip: 0, ...(match && { match }) })} will be held.`

/** Each scheduled failure as a sentence. Failures above it take their requests first. */
export const describeInOrder = (failures: readonly JsonFailure[]): string[] =>
  failures.map((failure, index) => {
    const text = describeScheduled(failure)
    const above = failures.slice(0, index)
    if (above.length === 0) return text
    return `${describeOrder(above)} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  })

/** When a failure's turn comes, given those above it. */
function describeOrder(above: readonly Aim[]): string {
  const isForAny = ({ skip, match }: Aim) => skip === 0 && !match
  if (above.some(aim => isForAny(aim) && aim.times === 'Infinity'))
    return 'Once the line for every request is removed,'
  return above.every(isForAny) ? 'Then' : 'Of the rest,'
}

/** The holds that no request has used. */
export const scheduledHolds = ({ holds }: Pick<MockState, 'holds'>): JsonHold[] =>
  holds.filter(({ request }) => !request)

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
    ([name, value]) => `${name} ${isolate(escapeInvisible(writeJson(value)))}`,
  )
  return `with ${parts.join(' and ')}`
}

/** How a request ended, as the tone of its row: bad if it was refused, odd if it failed or got no response. */
export type Outcome = 'good' | 'bad' | 'odd'

export function outcomeOf({ failure, handler, status, violations }: JsonRequest): Outcome {
  if (failure || status === undefined) return 'odd'
  if (violations) return 'bad'
  return status === successStatus || (handler && status < 400) ? 'good' : 'bad'
}

/** What happened to a request that was not simply answered; its status is shown next to it. */
export function describeOutcome(request: JsonRequest): string | undefined {
  const { failure, random, reason, handler, violations } = request
  if (failure) {
    const cause = random ? 'Random failure' : 'Injected failure'
    return typeof failure === 'string' ? `${cause}: ${describeFailure(failure)}` : cause
  }
  if (violations) return violations.join('; ')
  if (reason) return reason
  return handler ? 'Answered by a handler' : undefined
}

/** The same for a row, whose colour says that a failure was injected. */
export function describeInRow(request: JsonRequest): string | undefined {
  const { inFlight, failure } = request
  if (inFlight) return WAITING[inFlight]
  const outcome = describeOutcome(request)
  if (typeof failure !== 'string') return outcome
  const label = failures.find(([, fault]) => fault === failure)?.[0]
  const end = describeEnd(request)
  return `${label}${request.random ? ', at random' : ''}${end ? `. ${end}` : ''}`
}

/** The note of a row: where it went, if not to the operation, and what happened; then what is less. */
export function noteOf(request: JsonRequest, again: Again | undefined): string {
  const { isUsual, text } = placeOf(request)
  return [
    isUsual || (request.size ?? 0) === 0 ? undefined : text, // a row without a body has it there
    describeInRow(request),
    describeIgnored(request),
    again && describeAgain(again),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A request that failed, before another with the same body. */
export interface Again {
  readonly key: string
  readonly number: number
  /** How many milliseconds after its end the other one arrived. */
  readonly ms: number
}

/** `again, 1.0 s after #37`. */
export const describeAgain = ({ ms, number }: Again): string =>
  `again, ${(ms / 1_000).toFixed(1)} s after #${number}`

/** Where a request went, and whether that is the operation. */
export function placeOf({ method: sent, url }: JsonRequest): { text: string; isUsual: boolean } {
  const text = `${sent} ${pathOf(url)}`
  return { text, isUsual: sent === method && text.endsWith(path) }
}

/** How a failed request ended, unless its failure ended it. */
export const describeEnd = ({ response, reason }: JsonRequest): string | undefined =>
  response || reason?.startsWith('Injected failure') ? undefined : reason

/** Stands in place of the status of a request in flight. */
export const labelOf = (inFlight: NonNullable<JsonRequest['inFlight']>): string =>
  inFlight === 'held' ? 'held' : 'wait'

/** What a request in flight waits for. */
export const WAITING = {
  held: 'Held until it is released',
  delayed: 'Delayed by its latency',
  'no-answer': 'Without an answer until its client leaves',
  handler: 'Waiting for a handler to answer',
  forwarded: 'Forwarded: the service has not answered yet',
} as const

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The fields of a request that the mock ignored. The journal names at most ten. */
export const listIgnored = ({ ignored = [] }: JsonRequest): string =>
  `${ignored.join(', ')}${ignored.length < 10 ? '' : ', perhaps more'}`

/** The same as a mark of its row. */
export const describeIgnored = (request: JsonRequest): string | undefined =>
  request.ignored && `ignored: ${listIgnored(request)}`

/** The body of a request or response as text: JSON on one line or indented, anything else as it was sent. */
export function bodyText(
  { body, text }: { body?: unknown; text?: string },
  indent = '',
): string | undefined {
  return body === undefined ? text : writeJson(body, indent)
}

/** Valid JSON as its value, anything else as the text that it is. */
export function readBody(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return text
  }
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

/** The path of a URL, with its query. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'

/** The time of day. */
export const clock = (time: string | number): string => new Date(time).toTimeString().slice(0, 8)

/** Day and time, to the millisecond: `2026-11-27 15:21:18.042`. */
export function dateTime(time: string): string {
  const date = new Date(time)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toJSON().slice(0, -1).replace('T', ' ')
}

/** Milliseconds, in seconds once they are many. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return `${milliseconds < 10 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds)} ms`
}

/** `1 plant`, `2,000 plants`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

/** `1 plant, 2 tokens and 3 holds`. */
export const enumerate = (parts: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(parts)

/** Keeps a text from outside from turning the line around that it stands in (UAX 9, section 2.4). */
const isolate = (text: string) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Control characters but tab and line ends, and marks that change the direction of text. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text from outside as it is, not as a direction mark makes it look: such characters are shown as `\u202e`. */
export const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A text from outside where there is room for a line of it. */
export const cut = (text: string): string => escapeInvisible(text.slice(0, 300))

/** The same for a title, which shows more. */
export const titleOf = (text: string): string | undefined =>
  text === '' ? undefined : escapeInvisible(shorten(text, 1_000))
