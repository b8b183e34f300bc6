import { successStatus } from '../../../generated/contract.ts'
import type { Difference } from '../../contract/judge.ts'
import { fields, parsePlant, textFields } from '../../contract/parse-plant.ts'
import { messageOf } from '../../contract/response.ts'
import { type Words, wordsOf } from '../../contract/words.ts'
import { groupBy } from '../group-by.ts'
import type { Judged } from '../judge/judge.ts'
import { findLines } from '../judge/lines.ts'
import { INEXACT_ID, SUCH_ID } from '../judge/traits.ts'
import type { Quote } from '../quote.ts'
import { byPlainness, type Plan } from '../requests/plan.ts'
import {
  isCutOff,
  isOfOneKind,
  isRight,
  isSuccess,
  NoResponse,
  type Result,
} from '../run/result.ts'
import type { Run } from '../run/run.ts'
import { listSome } from '../words.ts'
import { type CommandTarget, toCommands } from './commands.ts'
import { compareWithMock, type OpenPoint } from './compare-with-mock.ts'

/** What one cause led to, and the probes that show it. */
export interface Group {
  service: string
  probes: string[]
  /** Repeat the plainest requests that show it, with unused ids. Two that belong together are one text of two lines. */
  curl: readonly string[]
}

/** A difference from the specification. */
export interface DifferenceGroup extends Group, Omit<Words, 'service'> {
  kind: Difference['kind']
  /** False for a refusal or a failure that was not repeated. */
  isConfirmed: boolean
  /** What the service says in an Error. */
  message: string | null
  /** How the body begins. */
  body: string
}

/** How many probes there are of each kind. Each is counted once, except skipped ones. */
export interface Counts {
  requests: number
  /** How many of them were sent after the probes: repeats, and those that look for bounds. */
  repeats: number
  probes: number
  conforms: number
  differs: number
  leftOpen: number
  inconclusive: number
  unreliable: number
}

/** What came once, and not again. */
export interface UnreliableGroup {
  /** How many requests got it, and of how many of them something else came when they were repeated. */
  requests: number
  repeated: number
  /** Whether these were answered then as they should. */
  isRightThen: boolean
  /** Whether something did not hold each time that the specification says. */
  isSpecified: boolean
  /** Statuses, with how many of each. */
  got: string
  /** What the first of them got. */
  service: string
  probes: string[]
}

/** The results of a run, by cause. Nothing in it is secret, and all of it can be printed. */
export interface Report {
  differs: DifferenceGroup[]
  /** Valid plants without a response. */
  inconclusive: Group[]
  /** The request after which the service was lost. */
  lostAt: Group | null
  /** What did not hold each time. */
  unreliable: UnreliableGroup | null
  /** What the owner of a service might like to know, although the specification leaves it open. */
  notes: (Pick<Group, 'probes' | 'curl'> & { text: string; isConfirmed: boolean })[]
  conforms: string[]
  unspecified: OpenPoint[]
  skipped: { probe: string; reason: string }[]
  counts: Counts
}

export async function createReport(
  { plan, results, leftOut, transients, bounds, requests, repeats, lostAt }: Run,
  target: CommandTarget,
  quote: Quote,
): Promise<Report> {
  const { hide } = quote
  const { answered, differences, inconclusive, silent, notes } = findLines(results, bounds)
  const conforming = answered.filter(each => each.differences.length === 0)
  const steady = conforming.filter(({ before }) => before === undefined)
  const holding = steady.filter(isAsSpecified)
  const isSteady = ({ before, probe }: Result) =>
    before === undefined && !transients.some(transient => transient.probe === probe)
  const show = (shown: readonly Result[], max: number) => showGroup(shown, plan, target, max)
  return {
    differs: differences.map(group => {
      const [{ difference, response }] = group.sort(byPlainness)
      const { kind } = difference
      const { specification, place, title, service } = wordsOf(difference, hide)
      const spoilt = textFields.filter(name =>
        group.some(
          each =>
            each.difference.kind === 'field' &&
            !each.difference.isOfOtherId &&
            each.difference.field === name,
        ),
      )
      const whole = [
        [spoilt.join(' and '), title].join(' ').trim(),
        kind === 'status' ? describeTrait(group) : '',
        group.some(isNotEachTime) ? ', not each time' : describeEvidence(group),
      ].join('')
      const message = messageOf(response)
      return {
        specification,
        place,
        kind,
        title: quote.text(whole),
        message: message === undefined ? null : quote.text(message),
        body: quote.body(response),
        service: quote.text(service),
        isConfirmed: !isUnconfirmed(group),
        ...show(group, MAX_SHOWN),
      }
    }),
    inconclusive: inconclusive.map(group => ({
      service: quote.came(group[0].response),
      ...show(group, 1),
    })),
    lostAt: lostAt ? { service: quote.came(lostAt.response), ...show([lostAt], 1) } : null,
    unreliable: describeUnreliable(
      [...[...results, ...leftOut].flatMap(({ before = [] }) => before), ...transients],
      leftOut,
      [...differences, ...inconclusive, leftOut].flat().every(isSteady),
      quote,
    ),
    notes: notes.map(({ toText, shown, isRepeated }) => ({
      text: quote.text(toText(hide)) + (isRepeated ? '' : describeEvidence(shown)),
      isConfirmed: isRepeated || !isUnconfirmed(shown),
      ...show(shown, 1),
    })),
    conforms: holding.map(({ probe }) => probe.name),
    unspecified: await compareWithMock(conforming, quote),
    skipped: plan.skipped,
    counts: {
      requests,
      repeats,
      probes: results.length + leftOut.length,
      conforms: holding.length,
      differs: answered.length - conforming.length,
      leftOpen: steady.length - holding.length + silent.length,
      inconclusive: inconclusive.flat().length,
      unreliable: conforming.length - steady.length + leftOut.length,
    },
  }
}

/** How many requests are shown for a difference. */
const MAX_SHOWN = 3

const isNotEachTime = ({ notEachTime, difference }: Judged & { difference: Difference }) =>
  notEachTime && isOfOneKind(notEachTime, difference)

/** The words for a claim that did not come again. */
const describeEvidence = (group: readonly Result[]) =>
  isUnconfirmed(group) ? ', not confirmed' : ''

/**
 * Refusals or failures that did not come again: the run stopped before they were repeated, there were too many, they lack
 * the right token, or something else came each time.
 */
const isUnconfirmed = (group: readonly Result[]): boolean =>
  group.every(result => !result.inARow && !isSuccess(result))

/** What came and did not come again, and what got the same and was not repeated often enough, as one line. */
function describeUnreliable(
  repeated: readonly Result[],
  leftOut: readonly Result[],
  isRightThen: boolean,
  quote: Quote,
): Report['unreliable'] {
  const all = [...repeated, ...leftOut]
  const [first] = all
  if (!first) return null
  const kinds = groupBy(all, ({ response }) =>
    response instanceof NoResponse ? response.got : `${response.status}`,
  ).map(([kind, alike]) => (alike.length === all.length ? kind : `${kind} (${alike.length})`))
  return {
    requests: all.length,
    repeated: repeated.length,
    isRightThen,
    isSpecified: all.some(isSpecified),
    got: listSome(kinds),
    service: quote.came(first.response),
    probes: namesOf(all),
  }
}

/** Whether something did not hold each time that the specification says: the first of two requests has a valid plant. */
const isSpecified = (result: Result) =>
  isCutOff(result) ||
  (result.response instanceof NoResponse
    ? result.probe.expectation.isSpecified === true
    : !isRight(result))

const namesOf = (shown: readonly Result[]) => [...new Set(shown.map(({ probe }) => probe.name))]

/** The plainest that show again what came. No id is taken for a command that is not shown. */
function showGroup(
  shown: readonly Result[],
  plan: Plan,
  target: CommandTarget,
  max: number,
): Pick<Group, 'probes' | 'curl'> {
  const curl: string[] = []
  for (const each of [...shown].sort(byPlainness)) {
    if (curl.length === max) break
    const { requests } = each.isTaken ? each : (plan.afterwards(each.probe, isSuccess(each)) ?? {})
    if (requests) curl.push(toCommands(isCutOff(each) ? requests.slice(0, 1) : requests, target))
  }
  return { probes: namesOf(shown), curl }
}

/** What the refused plants have, and none that was added. */
function describeTrait(group: readonly Judged[]): string {
  const trait = group[0]?.refusal?.trait
  if (!trait) return ''
  const areInexact = group.every(
    ({ request }) => !Number.isSafeInteger(Number(parsePlant(request.body)?.id)),
  )
  const what = trait.what === SUCH_ID && areInexact ? INEXACT_ID : trait.what
  const having = fields.filter(({ name }) =>
    group.some(each => each.refusal?.trait?.field === name),
  )
  const names = having.map(({ name }) => name).join(' or ')
  return what === SUCH_ID ? '' : ` with ${what.replace('FIELD', () => names)}`
}

/** A plant that is refused within bounds or as known does not differ, but it shows nothing specified either. */
const isAsSpecified = ({ probe: { expectation }, response, isKnown }: Judged) =>
  expectation.isSpecified &&
  !isKnown &&
  (expectation.kind !== 'bounded' || response.status === successStatus)

/** The same groups as lines of JSON. There are none if nothing was judged. */
export function toJsonLines(report: Report, stopped: string | null): object[] {
  const { differs, inconclusive, lostAt, unreliable, notes, counts } = report
  const { conforms, unspecified, skipped } = report
  const groups = [
    ...differs.map(group => ({ group: 'differs', ...group })),
    ...inconclusive.map(group => ({ group: 'inconclusive', ...group })),
    ...(lostAt ? [{ group: 'lostAt', ...lostAt }] : []),
    ...(unreliable ? [{ group: 'unreliable', ...unreliable }] : []),
    ...notes.map(group => ({ group: 'leftOpen', ...group })),
    { group: 'conforms', probes: conforms },
    ...unspecified.map(point => ({ group: 'unspecified', ...point })),
    { group: 'skipped', probes: skipped },
  ]
  const summary = { differences: differs.length, ...counts, skipped: skipped.length, stopped }
  return [...(counts.probes > 0 ? groups : []), { summary }]
}

/** Whether all that is specified held, and each time. */
export const exitCodeOf = ({ differs, inconclusive, unreliable }: Report): 0 | 1 | 3 => {
  if (differs.some(({ isConfirmed }) => isConfirmed)) return 1
  return differs.length > 0 || inconclusive.length > 0 || unreliable?.isSpecified ? 3 : 0
}
