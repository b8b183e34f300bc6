import { successStatus } from '../../generated/contract.ts'
import type { JsonRequest } from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import { describeFailure } from './failures.ts'

/** How a request ended: added or otherwise right, refused, or failed on command or at random. */
export type Outcome = 'good' | 'refused' | 'failed'

export function outcomeOf({ failure, handler, status }: JsonRequest): Outcome {
  if (failure || status === undefined) return 'failed'
  return status === successStatus || (handler && status < 400) ? 'good' : 'refused'
}

/** What happened to a request that was not simply answered. */
export function describeOutcome(request: JsonRequest): string | undefined {
  const { failure, random, reason, handler } = request
  if (failure) return `Failed ${random ? 'at random' : 'on command'}: ${describeFailure(failure)}`
  if (reason) return reason
  return handler ? 'Answered by a handler' : undefined
}

/** The body of a request or response as text, on one line or indented. */
export function bodyText(
  { body, text }: { body?: unknown; text?: string },
  indent = '',
): string | undefined {
  return body === undefined ? text : writeJson(body, indent)
}

/** The path of a URL, with its query. */
export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/i, '') || '/'

/** The time of day with milliseconds. */
export function clock(time: string): string {
  const date = new Date(time)
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** Milliseconds, in seconds once they are many. */
export function describeDuration(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return `${milliseconds < 10 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds)} ms`
}
