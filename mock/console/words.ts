// What happened to a request, in words.
import { method, path, successStatus } from '../../generated/contract.ts'
import type { JsonRequest } from '../control/types.ts'
import { describeFailure } from './next/sentences.ts'
import { bodyLine, capitalize } from './text.ts'

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

/** The note of a row: where it went, if not to the operation, and what happened; then what is less. */
export function noteOf(request: JsonRequest, again: Repeated | undefined): string {
  const { isUsual, text } = placeOf(request)
  return [
    isUsual || (request.size ?? 0) === 0 ? undefined : text, // a row without a body has it there
    describeWait(request) ?? describeFailed(request) ?? describeOutcome(request),
    request.failure && describeEnd(request),
    describeIgnored(request),
    again && describeRepeated(again),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What failed a request, unless it was a status, which its row has. The colour says that it was injected. */
function describeFailed({ failure, random }: JsonRequest): string | undefined {
  if (typeof failure !== 'string') return undefined
  return `${capitalize(describeFailure(failure))}${random ? ', at random' : ''}`
}

/** A request that failed, before another with the same body. */
export interface Repeated {
  readonly key: string
  readonly number: number
  /** How many milliseconds after its end the other one arrived. */
  readonly ms: number
}

/** `the same body as #37, 1.0 s after it failed`. */
export const describeRepeated = ({ ms, number }: Repeated): string =>
  `the same body as #${number}, ${(ms / 1_000).toFixed(1)} s after it failed`

/** Where a request went, and whether that is the operation. */
export function placeOf({ method: sent, url }: JsonRequest): { text: string; isUsual: boolean } {
  const text = `${sent} ${pathOf(url)}`
  return { text, isUsual: sent === method && text.endsWith(path) }
}

/** The body of a request in its row, or what stands in its place. */
export function bodyInRow(request: JsonRequest): string {
  const { isUsual, text } = placeOf(request)
  const omitted = request.omitted && `body not kept: ${request.omitted}`
  return bodyLine(request) || omitted || (isUsual ? 'no body' : text)
}

/** How a failed request ended, unless its failure ended it. */
export const describeEnd = ({ response, reason }: JsonRequest): string | undefined =>
  response || reason?.startsWith('Injected failure') ? undefined : reason

/** The status of a request, or what stands in its place. An arrow marks what a real service was asked for. */
export function statusOf({ inFlight, status, forwarded }: JsonRequest): string {
  const label = inFlight === 'held' ? 'held' : inFlight ? 'wait' : `${status ?? 'none'}`
  return `${forwarded ? '→' : ''}${label}`
}

/** What a request in flight waits for. */
export function describeWait({ inFlight, forwarded }: JsonRequest): string | undefined {
  if (inFlight === 'forwarded' && !forwarded) return 'Not sent to the service yet'
  return inFlight && WAITING[inFlight]
}

const WAITING = {
  held: 'Held until it is released',
  delayed: 'Delayed by its latency',
  'no-answer': 'Without an answer until its client leaves',
  handler: 'Waiting for a handler to answer',
  forwarded: 'Forwarded: the service has not answered yet',
} as const

/** The fields of a request that the mock ignored. The journal names at most ten. */
export const listIgnored = ({ ignored = [] }: JsonRequest): string =>
  `${ignored.join(', ')}${ignored.length < 10 ? '' : ', perhaps more'}`

/** The same as a mark of its row. */
export const describeIgnored = (request: JsonRequest): string | undefined =>
  request.ignored && `ignored: ${listIgnored(request)}`

/** The path of a URL, with its query. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
