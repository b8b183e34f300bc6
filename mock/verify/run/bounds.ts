// The longest text that a service takes, by halves: between the longest that was taken and the shortest that was refused,
// texts of letters are sent until one is one longer.
import { isSuccessStatus, kindOf } from '../../contract/response.ts'
import { textOfLetters } from '../requests/unusual-texts.ts'
import type { Again } from './confirm.ts'
import { NoResponse } from './send.ts'

/** What is known of the texts of a field that a service refuses since they are too long. Texts are of letters. */
export interface Lengths {
  field: string
  /** The kind of response that refuses them. */
  kind: string
  longestTaken: number
  shortestRefused: number
  /** Of any signs. */
  longestOfAll: number
}

/** The longest text of a field that a service takes, and the kind of response to a longer one. */
export interface Bound {
  field: string
  kind: string
  longest: number
  /** Letters, where texts of other signs were taken that are longer. */
  unit: 'characters' | 'letters'
}

/** The most requests that look for bounds. */
export const MAX_HALVES = 20

/** A bound that is not exact is left out. */
export async function findBounds(all: readonly Lengths[], again: Again): Promise<Bound[]> {
  const halves = { ...again, budget: { left: MAX_HALVES } }
  const bounds: Bound[] = []
  for (const { field, kind, longestOfAll, ...known } of all) {
    let { longestTaken, shortestRefused } = known
    let is: Taken = 'taken'
    while (shortestRefused - longestTaken > 1 && is !== 'unknown') {
      const length = Math.floor((longestTaken + shortestRefused) / 2)
      is = await sendLetters(field, length, kind, halves)
      if (is === 'taken') longestTaken = length
      if (is === 'refused') shortestRefused = length
    }
    // What is claimed is repeated, and the search may have been misled by what does not come each time.
    if (is === 'unknown' || (await sendLetters(field, shortestRefused, kind, again)) !== 'refused')
      continue
    const unit = longestOfAll > longestTaken ? 'letters' : 'characters'
    bounds.push({ field, kind, longest: longestTaken, unit })
  }
  return bounds
}

type Taken = 'taken' | 'refused' | 'unknown'

async function sendLetters(
  field: string,
  length: number,
  kind: string,
  { plan, send, budget }: Again,
): Promise<Taken> {
  const probe = textOfLetters(field, length)
  if (!probe || budget.left < 1) return 'unknown'
  budget.left--
  const { response } = await send(plan.another(probe))
  if (response instanceof NoResponse) return 'unknown'
  if (isSuccessStatus(response.status)) return 'taken'
  return kindOf(response) === kind ? 'refused' : 'unknown'
}
