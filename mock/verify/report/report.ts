import { successStatus } from '../../../generated/contract.ts'
import type { Difference } from '../../contract/judge.ts'
import { fields, parsePlant, textFields } from '../../contract/parse-plant.ts'
import { describeRefusal } from '../../contract/refusal.ts'
import { isSuccessStatus, messageOf } from '../../contract/response.ts'
import { type Words, wordsOf } from '../../contract/words.ts'
import { groupBy } from '../group-by.ts'
import { causeOf, type Judged, judge } from '../judge/judge.ts'
import { findNotes } from '../judge/left-open.ts'
import { INEXACT_ID, SUCH_ID } from '../judge/traits.ts'
import type { Quote } from '../quote.ts'
import { byPlainness, type Plan, type PlannedProbe } from '../requests/plan.ts'
import type { ProbeRequest } from '../requests/probe.ts'
import type { Run } from '../run/run.ts'
import { NoResponse, type Result, type Unreliable } from '../run/send.ts'
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
  /** How many requests got it, and how many of them were repeated and then answered as they should. */
  requests: number
  repeated: number
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
  { plan, results, unreliable, bounds, requests, repeats, lostAt }: Run,
  target: CommandTarget,
  quote: Quote,
): Promise<Report> {
  const { hide } = quote
  const answered = judge(results, bounds)
  const found = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  const conforming = answered.filter(({ differences }) => differences.length === 0)
  const [doubtful, steady] = [true, false].map(isDoubtful =>
    conforming.filter(({ wasUnreliable = false }) => wasUnreliable === isDoubtful),
  ) as [Judged[], Judged[]]
  const holding = steady.filter(isAsSpecified)
  const missing = results.flatMap(({ response, ...planned }) =>
    response instanceof NoResponse ? [{ ...planned, response }] : [],
  )
  const inconclusive = missing.filter(({ probe }) => probe.expectation.isSpecified)
  const silent = missing.filter(each => !inconclusive.includes(each))
  const show = (shown: readonly Shown[], max: number) => showGroup(shown, plan, target, max)
  return {
    differs: groupBy(found, causeOf).map(([, group]) => {
      const [{ difference, response }] = group.sort(byPlainness)
      const { kind } = difference
      const { specification, place, ...words } = wordsOf(difference, hide)
      const spoilt = textFields.filter(name =>
        group.some(each => each.difference.kind === 'field' && each.difference.field === name),
      )
      const which = kind === 'status' ? describeTrait(group) : ''
      const message = messageOf(response)
      const title = [spoilt.join(' and '), words.title].join(' ').trim() + which
      return {
        specification,
        place,
        kind,
        title: quote.text(title + describeEvidence(group)),
        service: quote.text(words.service),
        message: message === undefined ? null : quote.text(message),
        body: quote.body(response),
        isConfirmed: !isSentOnce(group),
        ...show(group, MAX_SHOWN),
      }
    }),
    inconclusive: groupBy(inconclusive, ({ response }) => response.message).map(
      ([service, group]) => ({ service: quote.text(service), ...show(group, 1) }),
    ),
    lostAt: lostAt ? { service: describeResult(lostAt, quote), ...show([lostAt], 1) } : null,
    unreliable: describeUnreliable(unreliable, quote),
    notes: findNotes(answered, silent).map(({ describe, shown }) => ({
      text: quote.text(describe(hide)) + describeEvidence(shown),
      isConfirmed: !isSentOnce(shown),
      ...show(shown, 1),
    })),
    conforms: holding.map(({ probe }) => probe.name),
    unspecified: await compareWithMock(conforming, quote),
    skipped: plan.skipped,
    counts: {
      requests,
      repeats,
      probes: results.length + unreliable.filter(({ isRepeated }) => !isRepeated).length,
      conforms: holding.length,
      differs: answered.length - conforming.length,
      leftOpen: steady.length - holding.length + silent.length,
      inconclusive: inconclusive.length,
      unreliable: doubtful.length + unreliable.filter(({ isRepeated }) => !isRepeated).length,
    },
  }
}

/** How many requests are shown for a difference. */
const MAX_SHOWN = 3

/** The words for what carries a claim, where it is less than that the same came again. */
function describeEvidence(group: readonly Shown[]): string {
  if (group.some(({ isSometimesRight }) => isSometimesRight)) return ', not each time'
  return isSentOnce(group) ? ', sent once' : ''
}

/**
 * A refusal or a failure that was not repeated: the run stopped before, there were too many, or it is one without the right
 * token. Several of those that got the same confirm each other.
 */
const isSentOnce = (group: readonly Shown[]): boolean =>
  group.length > 0 &&
  group.every(({ isConfirmed, response }) => !isConfirmed && isFailure(response))

const isFailure = (response: Result['response'] | undefined) =>
  response instanceof NoResponse || (response !== undefined && !isSuccessStatus(response.status))

/** What came once and not again, as one line. */
function describeUnreliable(all: readonly Unreliable[], quote: Quote): Report['unreliable'] {
  if (all.length === 0) return null
  const isOf = (response: Unreliable['response']) =>
    response instanceof NoResponse ? 'no response' : `${response.status}`
  const kinds = groupBy(all, ({ response }) => isOf(response)).map(([kind, alike]) =>
    alike.length === all.length ? kind : `${kind} (${alike.length})`,
  )
  const [first] = all
  return {
    requests: all.length,
    repeated: all.filter(({ isRepeated }) => isRepeated).length,
    isSpecified: all.some(isSpecified),
    got: listSome(kinds),
    service: first ? describeResult(first, quote) : '',
    probes: [...new Set(all.map(({ probe }) => probe.name))],
  }
}

/** Whether something did not hold each time that the specification says. */
const isSpecified = ({ response, probe, requests }: Unreliable) =>
  response instanceof NoResponse
    ? probe.expectation.isSpecified === true
    : probe.expectation.judge(response, requests.at(-1) ?? {}).length > 0

type Shown = PlannedProbe & Partial<Result>

const showGroup = (
  shown: readonly Shown[],
  plan: Plan,
  target: CommandTarget,
  max: number,
): Pick<Group, 'probes' | 'curl'> => ({
  probes: [...new Set(shown.map(({ probe }) => probe.name))],
  curl: commandsFor([...shown].sort(byPlainness), plan, target, max),
})

/** Of the plainest. No id is taken for a command that is not shown. */
function commandsFor(
  shown: readonly Shown[],
  plan: Plan,
  target: CommandTarget,
  max: number,
): string[] {
  const commands: string[] = []
  for (const each of shown) {
    if (commands.length === max) break
    const requests = requestsFor(each, plan)
    if (requests) commands.push(toCommands(requests, target))
  }
  return commands
}

/** What shows again what came. */
function requestsFor(
  { probe, requests, response, isTaken = false }: Shown,
  plan: Plan,
): readonly ProbeRequest[] | undefined {
  if (isTaken) return requests
  const wasAdded =
    response !== undefined && !(response instanceof NoResponse) && isSuccessStatus(response.status)
  return plan.afterwards(probe, wasAdded)?.requests
}

const describeResult = ({ response }: Pick<Result, 'response'>, quote: Quote): string =>
  quote.text(
    response instanceof NoResponse ? response.message : describeRefusal(response, quote.hide),
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
