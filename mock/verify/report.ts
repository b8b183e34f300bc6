import { successStatus } from '../../generated/contract.ts'
import { type Answered, compareWithMock, type OpenPoint } from './open-points.ts'
import type { Difference } from './probe.ts'
import { type PlannedProbe, probes } from './probes.ts'
import { type CurlTarget, toCurls } from './repeat.ts'
import { NoResponse } from './requester.ts'
import { describeOutcome, isForeign, messageOf } from './response.ts'
import type { Result } from './run.ts'
import { createSanitizer } from './sanitize.ts'

/** What one cause led to, and the probes that show it. */
export interface Group {
  service: string
  probes: string[]
  /** Repeats the first request that fits on a line. */
  curl: readonly string[]
}

/** A difference from the specification. */
export interface DifferenceGroup extends Group, Omit<Difference, 'cause' | 'service'> {
  /** What the service says in its first Error. */
  message: string | null
}

/** The results of a run, by cause. Nothing in it is secret, and all of it can be printed. */
export interface Report {
  differs: DifferenceGroup[]
  inconclusive: Group[]
  /** Refusals whose body is not the contract's Error, where it does not ask for one. */
  foreign: Group[]
  conforms: string[]
  unspecified: OpenPoint[]
  skipped: { probe: string; reason: string }[]
}

export async function createReport(
  results: readonly Result[],
  target: CurlTarget,
): Promise<Report> {
  const sanitize = createSanitizer(target.token)
  const shownBy = (shown: readonly PlannedProbe[]) => ({
    probes: shown.map(({ probe }) => probe.name),
    curl: shown.flatMap(({ requests }) => toCurls(requests, target))[0] ?? [],
  })
  const byService = (shown: readonly (PlannedProbe & { service: string })[]): Group[] =>
    groupBy(shown, ({ service }) => sanitize(service)).map(([service, group]) => ({
      service,
      ...shownBy(group),
    }))

  const missing = results.flatMap(({ response, ...planned }) =>
    response instanceof NoResponse ? [{ ...planned, service: response.message }] : [],
  )
  const answered = results.flatMap(({ response, ...planned }) => {
    if (response instanceof NoResponse) return []
    const request = planned.requests.at(-1) ?? {}
    const service = describeOutcome(response, request)
    const differences = planned.probe.judge(response, request)
    return [{ ...planned, request, response, service, differences }]
  })
  const found = answered.flatMap(each =>
    each.differences.map(difference => ({ ...each, difference })),
  )
  const conforming = answered.filter(({ differences }) => differences.length === 0)
  return {
    differs: groupBy(found, ({ difference }) => difference.cause).map(([, group]) => {
      const { cause: _, title, service, ...specified } = group[0].difference
      const message = messageOf(group[0].response)
      return {
        ...specified,
        title: sanitize(title),
        service: sanitize(service),
        message: message === undefined ? null : sanitize(message),
        ...shownBy(group),
      }
    }),
    inconclusive: byService(missing),
    foreign: byService(conforming.filter(each => isForeign(each.response, each.request))),
    conforms: conforming.filter(isAsSpecified).map(({ probe }) => probe.name),
    unspecified: await compareWithMock(conforming, sanitize),
    skipped: probes.flatMap(({ name, skipped }) =>
      skipped ? [{ probe: name, reason: skipped }] : [],
    ),
  }
}

/** A plant that is refused within bounds is no difference, but nothing specified either. */
const isAsSpecified = ({ probe, response }: Answered) =>
  probe.isSpecified && (probe.open !== 'bounds' || response.status === successStatus)

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, [T, ...T[]]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}

/** How often the service does what the mock does where the specification is silent. */
export function countOpen({ unspecified }: Report): { same: number; other: number } {
  const results = unspecified.flatMap(point => point.results)
  const same = results.filter(({ sameAsMock }) => sameAsMock).length
  return { same, other: results.length - same }
}

/** The same groups as lines of JSON. */
export function toJsonLines(report: Report, stopped: string | null): object[] {
  const { differs, inconclusive, foreign, conforms, unspecified, skipped } = report
  const count = (groups: readonly Group[]) => new Set(groups.flatMap(({ probes }) => probes)).size
  return [
    ...differs.map(group => ({ group: 'differs', ...group })),
    ...inconclusive.map(group => ({ group: 'inconclusive', ...group })),
    ...foreign.map(group => ({ group: 'foreign', ...group })),
    { group: 'conforms', probes: conforms },
    ...unspecified.map(point => ({ group: 'unspecified', ...point })),
    { group: 'skipped', probes: skipped },
    {
      summary: {
        differences: differs.length,
        conforms: conforms.length,
        differs: count(differs),
        inconclusive: count(inconclusive),
        unspecified: countOpen(report),
        skipped: skipped.length,
        stopped,
      },
    },
  ]
}
