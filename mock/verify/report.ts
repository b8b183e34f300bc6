import { type CurlTarget, toCurl } from './curl.ts'
import type { Difference } from './judge.ts'
import { type Point, points } from './points.ts'
import { skipped } from './rules.ts'
import type { Result } from './run.ts'

/** What one cause led to, and the rules that show it. */
export interface Group {
  service: string
  rules: string[]
  /** Repeats the first request that fits on a line. */
  curl: readonly string[]
}

/** A difference from the specification. */
export interface DifferenceGroup extends Group, Omit<Difference, 'cause' | 'service'> {
  /** What the service says in its Errors. */
  messages: string[]
}

/** What the service and the mock do where the specification is silent. */
export interface OpenPoint {
  about: string
  mockOption: string | null
  results: { rule: string; service: string; mock: string; sameAsMock: boolean }[]
}

/** The results of a run, by cause. */
export interface Report {
  differs: DifferenceGroup[]
  inconclusive: Group[]
  /** Refusals whose body is no Error by the contract. */
  foreign: Group[]
  conforms: string[]
  unspecified: OpenPoint[]
  skipped: readonly { rule: string; reason: string }[]
}

export function createReport(results: readonly Result[], target: CurlTarget): Report {
  const toGroup = (shown: readonly Result[]): Omit<Group, 'service'> => {
    const [curl = []] = shown.flatMap(({ requests }) => toCurl(requests, target))
    return { rules: shown.map(({ rule }) => rule), curl }
  }
  const byService = (shown: readonly Result[]): Group[] =>
    groupBy(shown, ({ service }) => service).map(group => ({
      service: group[0].service,
      ...toGroup(group),
    }))
  const found = results.flatMap(result =>
    result.differences.map(difference => ({ result, difference })),
  )
  return {
    differs: groupBy(found, ({ difference }) => difference.cause).map(group => {
      const { cause: _, ...difference } = group[0].difference
      const shown = group.map(({ result }) => result)
      const messages = [...new Set(shown.flatMap(({ message }) => message ?? []))]
      return { ...difference, messages, ...toGroup(shown) }
    }),
    inconclusive: byService(results.filter(({ verdict }) => verdict === 'inconclusive')),
    foreign: byService(results.filter(each => each.isForeign)),
    conforms: results.filter(({ verdict }) => verdict === 'conforms').map(({ rule }) => rule),
    unspecified: openPoints(results),
    skipped,
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}

/** A rule that is only partly specified is here too, if it conforms. */
function openPoints(results: readonly Result[]): OpenPoint[] {
  return Object.entries(points).flatMap(([point, { about, mockOption }]) => {
    const shown = results.filter(each => each.point === (point as Point) && isOpen(each))
    const rows = shown.map(({ rule, service, mock }) => ({
      rule,
      service,
      mock,
      sameAsMock: service === mock,
    }))
    return rows.length > 0 ? [{ about, mockOption: mockOption ?? null, results: rows }] : []
  })
}

const isOpen = ({ verdict }: Result) => verdict === 'conforms' || verdict === 'unspecified'

/** How often the service does what the mock does where the specification is silent. */
export function countOpen({ unspecified }: Report): { same: number; other: number } {
  const results = unspecified.flatMap(point => point.results)
  const same = results.filter(({ sameAsMock }) => sameAsMock).length
  return { same, other: results.length - same }
}

/** The same groups as lines of JSON. */
export function toJsonLines(report: Report, stopped: string | null): object[] {
  const { differs, inconclusive, foreign, conforms, unspecified } = report
  const count = (groups: readonly Group[]) => new Set(groups.flatMap(({ rules }) => rules)).size
  return [
    ...differs.map(group => ({ group: 'differs', ...group })),
    ...inconclusive.map(group => ({ group: 'inconclusive', ...group })),
    ...foreign.map(group => ({ group: 'foreign', ...group })),
    { group: 'conforms', rules: conforms },
    ...unspecified.map(point => ({ group: 'unspecified', ...point })),
    { group: 'skipped', rules: report.skipped },
    {
      summary: {
        differences: differs.length,
        conforms: conforms.length,
        differs: count(differs),
        inconclusive: count(inconclusive),
        unspecified: countOpen(report),
        skipped: report.skipped.length,
        stopped,
      },
    },
  ]
}
