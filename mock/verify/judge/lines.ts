// What the lines of a report are made of, and so what a run sends again before it is told.
import type { Difference } from '../../contract/judge.ts'
import { parsePlant, textFields } from '../../contract/parse-plant.ts'
import { isOperation, isSuccessStatus, kindOf } from '../../contract/response.ts'
import { type Group, groupsOf } from '../group-by.ts'
import { isOfPlant } from '../requests/expectations.ts'
import { ABOUT_THE_PLANT } from '../run/advice.ts'
import type { Bound, Lengths } from '../run/bounds.ts'
import type { Claims } from '../run/confirm.ts'
import { NoResponse, type Result } from '../run/result.ts'
import { causeOf, type Judged, judge } from './judge.ts'
import { findNotes, type Note, type Unanswered } from './left-open.ts'
import { LONG } from './traits.ts'

export interface Lines {
  answered: Judged[]
  /** By cause. */
  differences: Group<Judged & { difference: Difference }>[]
  /** Valid plants without a response, by what happened instead. */
  inconclusive: Group<Unanswered>[]
  /** Other requests without one. */
  silent: Unanswered[]
  notes: Note[]
}

export function findLines(results: readonly Result[], bounds: readonly Bound[] = []): Lines {
  const answered = judge(results, bounds)
  const differing = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  const unanswered = results.flatMap(({ response, ...result }) =>
    response instanceof NoResponse ? [{ ...result, response }] : [],
  )
  const inconclusive = unanswered.filter(({ probe }) => probe.expectation.isSpecified)
  const silent = unanswered.filter(each => !inconclusive.includes(each))
  return {
    answered,
    differences: groupsOf(differing, causeOf),
    inconclusive: groupsOf(inconclusive, ({ response }) => response.end),
    silent,
    notes: findNotes(answered, silent),
  }
}

export function findClaims(results: readonly Result[]): Claims {
  const { answered, differences, inconclusive, notes } = findLines(results)
  const isKnown = answered.some(each => each.isKnown)
  return {
    // The title names each field, so each is a claim.
    differences: differences.flatMap(group =>
      groupsOf(group, ({ refusal }) => `${refusal?.trait?.field}`),
    ),
    others: [
      ...inconclusive,
      ...notes.map(({ shown }) => shown),
      // What ids that are known are compared with.
      answered.filter(({ probe }) => isKnown && probe.expectation.kind === 'existing'),
      ...groupsOf(answered.filter(saysNothingOfIt), ({ response }) => kindOf(response)),
    ],
    lengths: findLengths(answered),
  }
}

/** A refusal that does not speak of what was sent, such as a 404 for an unknown property. */
const saysNothingOfIt = ({ response, request }: Judged) =>
  isOperation(request) && response.status >= 400 && !ABOUT_THE_PLANT.includes(response.status)

const isOfLetters = (text: string) => /^[a-z]+$/i.test(text)

/** What is known of texts that are refused since they are too long, by field and kind of refusal. */
function findLengths(answered: readonly Judged[]): Lengths[] {
  const judged = answered.filter(({ probe }) => isOfPlant(probe.expectation))
  return textFields.flatMap(field => {
    const textOf = ({ request }: Judged) => String(Object(parsePlant(request.body))[field] ?? '')
    const lengthsOf = (from: readonly Judged[]) => from.map(each => [...textOf(each)].length)
    const taken = judged.filter(({ response }) => isSuccessStatus(response.status))
    const longestTaken = Math.max(0, ...lengthsOf(taken.filter(each => isOfLetters(textOf(each)))))
    const refused = judged.filter(
      each =>
        each.refusal?.isBound &&
        each.refusal.trait?.what === LONG &&
        each.probe.unusual?.field === field &&
        isOfLetters(textOf(each)) &&
        textOf(each).length > longestTaken,
    )
    if (longestTaken === 0) return []
    return groupsOf(refused, ({ response }) => kindOf(response)).map(alike => ({
      field,
      kind: kindOf(alike[0].response),
      longestTaken,
      shortestRefused: Math.min(...lengthsOf(alike)),
      longestOfAll: Math.max(...lengthsOf(taken)),
    }))
  })
}
