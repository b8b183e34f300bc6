// The longest text that a service takes, by halves: between the longest that was taken and the shortest that was refused,
// texts of letters are sent until one is one longer.
import { textOfLetters } from '../requests/unusual-texts.ts'
import type { Again } from './again.ts'
import { isSuccess, kindOfResult, speaksOfPlant } from './result.ts'

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
export async function findBounds(
  all: readonly Lengths[],
  halves: Again,
  again: Again,
): Promise<Bound[]> {
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
  again: Again,
): Promise<Taken> {
  const probe = textOfLetters(field, length)
  if (!probe || again.budget.left < 1) return 'unknown'
  let result = await again.send(probe)
  if (!speaksOfPlant(result) && kindOfResult(result) !== kind && again.budget.left > 0) {
    again.transients.push(result)
    result = await again.send(probe)
  }
  if (isSuccess(result)) return 'taken'
  return kindOfResult(result) === kind ? 'refused' : 'unknown'
}
