import type { JsonFailure, JsonHold } from '../control/types.ts'
import { writeJson } from '../json/write.ts'
import type { PlantMatch } from '../store/match.ts'
import { describeFailure } from './failures.ts'

/** Which requests a failure or hold is for. */
type Aim = Pick<JsonFailure, 'times' | 'skip' | 'match'>

/** A pending failure as a sentence: `The next 2 requests with id 7 get status 503.` */
export function describePendingFailure({ failure, ...aim }: Omit<JsonFailure, 'id'>): string {
  const verb = aim.times === 'Infinity' || aim.times === 1 ? 'gets' : 'get'
  return `${describeAim(aim)} ${verb} ${describeFailure(failure)}.`
}

/** A pending hold as a sentence. */
export const describePendingHold = ({ match }: Pick<JsonHold, 'match'>): string =>
  `${describeAim({ times: 1, skip: 0, ...(match && { match }) })} will be held.`

function describeAim({ times, skip, match }: Aim): string {
  const which = match ? ` ${describeMatch(match)}` : ''
  if (skip === 0) return subject(times, which)
  const passing = `After ${skip === 1 ? '1 request' : `${skip} requests`}${which}`
  return `${passing}, ${further(times, which === '')}`
}

function subject(times: number | 'Infinity', which: string): string {
  if (times === 'Infinity') return `Every request${which}`
  return times === 1 ? `The next request${which}` : `The next ${times} requests${which}`
}

/** The requests after those that pass; with a match, more of the same. */
function further(times: number | 'Infinity', isAny: boolean): string {
  if (times === 'Infinity') return isAny ? 'every request' : 'every one of them'
  if (times === 1) return isAny ? 'the next request' : 'the next of them'
  return isAny ? `the next ${times} requests` : `the next ${times} of them`
}

/** The condition of a match: `with id 7 and name "Monstera"`. */
function describeMatch(match: PlantMatch | 'function'): string {
  if (match === 'function') return 'that a function accepts'
  const parts = Object.entries(match).map(([name, value]) => `${name} ${writeJson(value)}`)
  return `with ${parts.join(' and ')}`
}
