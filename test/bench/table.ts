// Writes the tables of docs/benchmarks.md from the recorded results: `node test/bench/table.ts`
import { amount, type Finding, hasLimit, limit, short } from './findings.ts'
import { type Group, results } from './results.ts'

type Groups = Record<string, Group>

/** A column: its heading, the benchmark, how its findings begin, and what is shown of one. */
type Column = [string, string, string, (finding: Finding) => string]

const ratio = (finding: Finding) => short(finding.ratio)

const CLIENTS: Column[] = [
  ['CPU time of a call', 'call', 'CPU time', ratio],
  ['latency', 'loopback', 'Latency, 1 in flight', ratio],
  ['latency, 64 in flight', 'loopback', 'Latency, 64 in flight', ratio],
  ['min+gzip', 'bytes', 'Bundled by esbuild', amount],
  ['packages', 'bytes', 'Packages', amount],
  ['installed', 'bytes', 'Kilobytes', amount],
]

const MOCKS: Column[] = [
  ['CPU time for a request', 'mock', 'CPU time', ratio],
  ['start', 'mock', 'Time from spawn', ratio],
]

const groups = await results()
console.log(
  [
    sides('client', CLIENTS),
    sides('mock server', MOCKS),
    origin(groups),
    '## Limits\n\nThe project sets these limits itself.',
    held(groups),
  ].join('\n\n'),
)

/** A row for each side that the first of the columns knows. */
function sides(what: string, columns: Column[]): string {
  const found = columns.map(([heading, name, begin, show]) => {
    const all = groups[name]?.findings.filter(({ what }) => what.startsWith(begin)) ?? []
    const baseline = all[0]?.against
    const against = show === ratio ? `, relative to ${baseline}` : ''
    return { heading: heading + against, show, all: all.filter(each => each.against === baseline) }
  })
  const rows = (found[0]?.all ?? []).map(({ side }) => [
    side,
    ...found.map(({ show, all }) => {
      const finding = all.find(each => each.side === side)
      return finding ? show(finding) : ''
    }),
  ])
  return markdown([what, ...found.map(({ heading }) => heading)], rows)
}

/** Each limit, whether it is held or not. */
function held(groups: Groups): string {
  const rows = Object.values(groups)
    .flatMap(({ findings }) => findings)
    .filter(hasLimit)
    .map(finding => [
      `${finding.what}: ${finding.side}${finding.against ? `, relative to ${finding.against}` : ''}`,
      finding.against ? short(finding.ratio) : amount(finding),
      limit(finding),
    ])
  return markdown(['what', 'measured', 'limit'], rows)
}

/** When, where and with what it was measured. */
function origin(groups: Groups): string {
  const all = Object.values(groups)
  const list = (values: string[]) => [...new Set(values)].join(', ')
  return [
    `Measured on ${list(all.map(({ date }) => date))} with Node ${list(all.map(({ node }) => node))}`,
    `on ${list(all.map(({ machine }) => machine))}:`,
    `${list(all.flatMap(({ versions }) => versions))}.`,
  ].join(' ')
}

function markdown(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}
