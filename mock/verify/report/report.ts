import { successStatus } from '../../../generated/contract.ts'
import type { Difference } from '../../contract/judge.ts'
import { fields, parsePlant, textFields } from '../../contract/parse-plant.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import { messageOf, type ReadResponse } from '../../contract/response.ts'
import { groupBy } from '../group-by.ts'
import { type Judged, judge } from '../judge/judge.ts'
import { findNotes } from '../judge/left-open.ts'
import { INEXACT_ID, SUCH_ID } from '../judge/traits.ts'
import type { Quote } from '../quote.ts'
import { BOUNDED } from '../requests/expectations.ts'
import { byPlainness, type Plan, type PlannedProbe } from '../requests/plan.ts'
import type { Run } from '../run/run.ts'
import { NoResponse, type Result } from '../run/send.ts'
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
export interface DifferenceGroup extends Group, Omit<Difference, 'cause' | 'field' | 'service'> {
  /** What the service says in an Error. */
  message: string | null
  /** How the body begins. */
  body: string
}

/** How many probes there are of each kind. Each is counted once, except skipped ones. */
export interface Counts {
  requests: number
  probes: number
  conforms: number
  differs: number
  leftOpen: number
  inconclusive: number
}

/** The results of a run, by cause. Nothing in it is secret, and all of it can be printed. */
export interface Report {
  differs: DifferenceGroup[]
  /** Valid plants without a response. */
  inconclusive: Group[]
  /** The request after which the service was lost. */
  lostAt: Group | null
  /** What the owner of a service might like to know, although the specification leaves it open. */
  notes: (Pick<Group, 'probes' | 'curl'> & { text: string })[]
  conforms: string[]
  unspecified: OpenPoint[]
  skipped: { probe: string; reason: string }[]
  counts: Counts
}

export async function createReport(
  { plan, results, requests, lostAt }: Run,
  target: CommandTarget,
  quote: Quote,
): Promise<Report> {
  const answered = judge(results).map(each => {
    const printed = quote.response(each.response)
    return { ...each, printed, differences: reword(each, printed) }
  })
  const found = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  const conforming = answered.filter(({ differences }) => differences.length === 0)
  const holding = conforming.filter(isAsSpecified)
  const missing = results.flatMap(({ response, ...planned }) =>
    response instanceof NoResponse ? [{ ...planned, service: quote.text(response.message) }] : [],
  )
  const [inconclusive, silent] = [
    missing.filter(({ probe }) => probe.expectation.isSpecified),
    missing.filter(({ probe }) => !probe.expectation.isSpecified),
  ]
  const notes = findNotes(answered, silent)
  return {
    differs: groupBy(found, causeOf).map(([, group]) => {
      const [{ difference, printed }] = group.sort(byPlainness)
      const { kind, title, specification, place, service } = difference
      const spoilt = textFields.filter(name => group.some(each => each.difference.field === name))
      const which = kind === 'status' ? describeTrait(group) : ''
      const message = messageOf(printed)
      return {
        specification,
        place,
        kind,
        title: quote.text([spoilt.join(' and '), title].join(' ').trim() + which),
        service: quote.text(service),
        message: message === undefined ? null : quote.text(message),
        body: quote.body(printed),
        ...showGroup(group, plan, target, MAX_SHOWN),
      }
    }),
    inconclusive: groupBy(inconclusive, ({ service }) => service).map(([service, group]) => ({
      service,
      ...showGroup(group, plan, target, 1),
    })),
    lostAt: lostAt
      ? { service: describeResult(lostAt, quote), ...showGroup([lostAt], plan, target, 1) }
      : null,
    notes: notes.map(({ text, shown }) => ({
      text: quote.text(text),
      ...showGroup(shown, plan, target, 1),
    })),
    conforms: holding.map(({ probe }) => probe.name),
    unspecified: await compareWithMock(conforming, quote),
    skipped: plan.skipped,
    counts: {
      requests,
      probes: results.length,
      conforms: holding.length,
      differs: answered.length - conforming.length,
      leftOpen: conforming.length - holding.length + silent.length,
      inconclusive: inconclusive.length,
    },
  }
}

/** How many requests are shown for a difference. */
const MAX_SHOWN = 3

/** One cause is what was broken, and by what kind of response. Refusals have a trait, too. */
const causeOf = ({ difference, refusal }: Judged & { difference: Difference }): string =>
  difference.kind === 'status' && refusal ? `status ${refusal.cause}` : difference.cause

/** What is judged is what arrived. Its words are taken again from what may be printed, since they cut values short. */
function reword(judged: Judged, printed: ReadResponse): Difference[] {
  const { differences, response, request, probe } = judged
  if (printed.body === response.body) return differences
  const again = probe.expectation.judge(printed, request)
  return differences.map(difference => {
    const { kind, field } = difference
    const same = again.find(other => other.kind === kind && (!field || other.field === field))
    return { ...difference, service: same?.service ?? '' }
  })
}

const showGroup = (
  shown: readonly PlannedProbe[],
  plan: Plan,
  target: CommandTarget,
  max: number,
): Pick<Group, 'probes' | 'curl'> => ({
  probes: [...new Set(shown.map(({ probe }) => probe.name))],
  curl: [...shown]
    .sort(byPlainness)
    .slice(0, max)
    .map(({ probe }) => toCommands(plan.another(probe).requests, target)),
})

const describeResult = ({ response }: Result, quote: Quote): string =>
  quote.text(
    response instanceof NoResponse ? response.message : describeRefusal(quote.response(response)),
  )

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
  (expectation !== BOUNDED || response.status === successStatus)

/** The same groups as lines of JSON. There are none if nothing was judged. */
export function toJsonLines(report: Report, stopped: string | null): object[] {
  const { differs, inconclusive, lostAt, notes, conforms, unspecified, skipped, counts } = report
  const groups = [
    ...differs.map(group => ({ group: 'differs', ...group })),
    ...inconclusive.map(group => ({ group: 'inconclusive', ...group })),
    ...(lostAt ? [{ group: 'lostAt', ...lostAt }] : []),
    ...notes.map(group => ({ group: 'leftOpen', ...group })),
    { group: 'conforms', probes: conforms },
    ...unspecified.map(point => ({ group: 'unspecified', ...point })),
    { group: 'skipped', probes: skipped },
  ]
  const summary = { differences: differs.length, ...counts, skipped: skipped.length, stopped }
  return [...(counts.probes > 0 ? groups : []), { summary }]
}
