import { successStatus } from '../../generated/contract.ts'
import type { Difference } from '../contract/judge.ts'
import { parsePlant } from '../contract/parse-plant.ts'
import { isSuccessStatus, messageOf } from '../contract/response.ts'
import { groupBy } from './group-by.ts'
import { type Answered, judgeAll } from './judged.ts'
import { observe } from './observations.ts'
import { compareWithMock, type OpenPoint } from './open-points.ts'
import { type PlannedProbe, probes } from './probes.ts'
import { type CurlTarget, toCommands } from './repeat.ts'
import { NoResponse } from './requester.ts'
import type { Run } from './run.ts'
import { sanitize, sanitizeBody } from './sanitize.ts'
import type { Target } from './target.ts'

/** What one cause led to, and the probes that show it. */
export interface Group {
  service: string
  probes: string[]
  /** Repeat the smallest requests that show it and fit on a line, with unused ids. Two that belong together are one text of two lines. */
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
  /** Valid plants without a response, and the request after which the service was gone. */
  inconclusive: Group[]
  /** What the owner of a service might like to know, although the specification leaves it open. */
  observations: (Pick<Group, 'probes' | 'curl'> & { text: string })[]
  conforms: string[]
  unspecified: OpenPoint[]
  skipped: { probe: string; reason: string }[]
  counts: Counts
}

/** What the command knows of a run. */
export interface ReportTarget extends CurlTarget, Pick<Target, 'isFirstIdChosen'> {}

export async function createReport(
  { plan, results, requests, stopped }: Run,
  target: ReportTarget,
): Promise<Report> {
  const ordinary = results.slice(0, 2).map(({ probe }) => probe)
  /** An ordinary plant says most. An id that may exist, or random texts, say least. */
  const rankOf = ({ probe }: PlannedProbe) =>
    ordinary.includes(probe) ? 0 : probe.isFixed || probe.isRandom ? 2 : 1
  /** The requests to show are the smallest of the highest rank. */
  const byClarity = (one: PlannedProbe, other: PlannedProbe) =>
    rankOf(one) - rankOf(other) || (sizeOf(one) < sizeOf(other) ? -1 : 1)
  const shownBy = (shown: readonly PlannedProbe[], max: number, maxChars = Infinity) => ({
    probes: [...new Set(shown.map(({ probe }) => probe.name))],
    curl: [...shown]
      .sort(byClarity)
      .slice(0, MAX_TRIED)
      .flatMap(({ probe }) => toCommands(plan.another(probe).requests, target) ?? [])
      .filter(commands => commands.split('\n').every(({ length }) => length <= maxChars))
      .slice(0, max),
  })

  const answered = judgeAll(results, target)
  const missing = results.flatMap(({ response, ...planned }) =>
    response instanceof NoResponse ? [{ ...planned, service: sanitize(response.message) }] : [],
  )
  const end = stopped === undefined ? undefined : results.at(-1)?.probe
  const inconclusive = missing.filter(({ probe }) => probe.isSpecified || probe === end)
  const found = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  const conforming = answered.filter(({ differences }) => differences.length === 0)
  const holding = conforming.filter(isAsSpecified)
  return {
    differs: groupBy(found, ({ difference }) => difference.cause).map(([, group]) => {
      const { difference, response } = [...group].sort(byClarity)[0] ?? group[0]
      const { cause: _, field: __, kind, title, service, ...specified } = difference
      const fields = new Set(group.flatMap(each => each.difference.field ?? []))
      const ids = kind === 'status' ? describeIds(group, answered) : ''
      const message = messageOf(response)
      return {
        ...specified,
        kind,
        title: sanitize([[...fields].join(' and '), title].join(' ').trim() + ids),
        service: sanitize(service),
        message: message === undefined ? null : sanitize(message),
        body: sanitizeBody(response),
        ...shownBy(group, MAX_SHOWN),
      }
    }),
    inconclusive: groupBy(inconclusive, ({ service }) => service).map(([service, group]) => ({
      service,
      ...shownBy(group, 1),
    })),
    observations: observe(
      answered,
      missing.filter(each => !inconclusive.includes(each)),
    ).map(({ text, shown }) => ({ text: sanitize(text), ...shownBy(shown, 1, MAX_CHARS) })),
    conforms: holding.map(({ probe }) => probe.name),
    unspecified: await compareWithMock(conforming),
    skipped: probes.flatMap(({ name, skipped }) =>
      skipped ? [{ probe: name, reason: skipped }] : [],
    ),
    counts: {
      requests,
      probes: results.length,
      conforms: holding.length,
      differs: answered.length - conforming.length,
      leftOpen: conforming.length - holding.length + missing.length - inconclusive.length,
      inconclusive: inconclusive.length,
    },
  }
}

/** How many requests are shown for a difference, and how many are tried for some that fit on a line. */
const MAX_SHOWN = 3
const MAX_TRIED = 10

/** What is left open takes few lines: no command is longer. */
const MAX_CHARS = 300

/** A request without a body says least. */
const sizeOf = ({ requests }: PlannedProbe) =>
  requests.reduce((sum, { body = '' }) => sum + body.length, 0) || Infinity

const DOUBLE = 2n ** 53n - 1n

/** Where all plants of a group have ids beyond those that were added, and nothing else that is unusual. */
function describeIds(group: readonly Answered[], answered: readonly Answered[]): string {
  const idsOf = (plants: readonly Answered[]) =>
    plants
      .flatMap(({ request }) => parsePlant(request.body)?.id ?? [])
      .map(BigInt)
      .sort((one, other) => (one < other ? -1 : 1))
  const added = idsOf(
    answered.filter(({ probe, response }) => probe.isSpecified && isSuccessStatus(response.status)),
  )
  const [lowest, highest] = [added[0], added.at(-1)]
  if (lowest === undefined || highest === undefined) return ''
  const refused = idsOf(group)
  if (refused.every(id => id < lowest || id > highest))
    return ` with an id beyond ${lowest} to ${highest}`
  if (refused.every(id => id > DOUBLE || id < -DOUBLE))
    return ' with an id past 2^53, which a double may round'
  return ''
}

/** A plant that is refused within bounds or as known is no difference, but nothing specified either. */
const isAsSpecified = ({ probe, response, isKnown }: Answered) =>
  probe.isSpecified && !isKnown && (probe.open !== 'bounds' || response.status === successStatus)

/** The same groups as lines of JSON. There are none if nothing was judged. */
export function toJsonLines(report: Report, stopped: string | null): object[] {
  const { differs, inconclusive, observations, conforms, unspecified, skipped, counts } = report
  const groups = [
    ...differs.map(group => ({ group: 'differs', ...group })),
    ...inconclusive.map(group => ({ group: 'inconclusive', ...group })),
    ...observations.map(group => ({ group: 'leftOpen', ...group })),
    { group: 'conforms', probes: conforms },
    ...unspecified.map(point => ({ group: 'unspecified', ...point })),
    { group: 'skipped', probes: skipped },
  ]
  const summary = { differences: differs.length, ...counts, skipped: skipped.length, stopped }
  return [...(counts.probes > 0 ? groups : []), { summary }]
}
