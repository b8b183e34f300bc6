// Writes the tables of docs/benchmarks.md from the recorded results: `node test/bench/table.ts`
import { limit, type Measure, short, type Verdict } from './report.ts'
import { type Group, results } from './results.ts'

/** The recorded numbers as markdown. */
export async function table(): Promise<string> {
  const groups = await results()
  const limits = '## Limits\n\nThe project sets these limits itself.'
  return [clients(groups), mocks(groups), origin(groups), limits, held(groups)].join('\n\n')
}

type Groups = Record<string, Group>

/** Each budget, whether it is held or not. */
function held(groups: Groups): string {
  const rows = Object.values(groups).flatMap(({ measures }) =>
    measures.flatMap(measure =>
      measure.budgets.map(budget => [
        `${measure.what}: ${budget.side}${budget.against ? `, relative to ${budget.against}` : ''}`,
        amount(budget, measure),
        `${limit(budget)}${budget.held ? '' : ': missed'}`,
      ]),
    ),
  )
  return markdown(['what', 'measured', 'limit'], rows)
}

const amount = ({ against, measured }: Verdict, { unit }: Measure) =>
  against
    ? `${short(measured.median)} (${short(measured.low)} – ${short(measured.high)})`
    : `${measured.median.toLocaleString('en')} ${unit}`.trimEnd()

/** Columns of one table: a heading, the benchmark, how its measure begins, and what is shown of a row. */
type Column = [string, string, string, (row: Measure['rows'][number], measure: Measure) => string]

const ratio = ({ ratio }: Measure['rows'][number]) => short(ratio.median)

const median = ({ median }: Measure['rows'][number], { unit }: Measure) =>
  `${median.toLocaleString('en')} ${unit}`.trimEnd()

const clients = (groups: Groups) =>
  columns(groups, 'client', [
    ['CPU time of a call', 'call', 'CPU time', ratio],
    ['latency', 'loopback', 'Latency, 1 in flight, p50', ratio],
    ['latency, 64 in flight', 'loopback', 'Latency, 64 in flight, p50', ratio],
    ['min+gzip', 'bytes', 'Bundled by esbuild, min+gzip', median],
    ['packages', 'bytes', 'Packages', median],
    ['installed', 'bytes', 'Kilobytes', median],
  ])

const mocks = (groups: Groups) =>
  columns(groups, 'mock server', [
    ['CPU time for a request', 'mock', 'CPU time', ratio],
    ['start', 'start', 'Time from spawn', ratio],
    ['memory after start', 'start', 'Resident memory after the first', median],
  ])

/** A row for each side that the first of the columns knows; what is not recorded has no column. */
function columns(groups: Groups, what: string, all: Column[]): string {
  const found = all.flatMap(([heading, name, begin, show]) => {
    const measure = groups[name]?.measures.find(({ what }) => what.startsWith(begin))
    const against = show === ratio ? `, relative to ${measure?.baseline}` : ''
    return measure ? [{ heading: heading + against, measure, show }] : []
  })
  const sides = found[0]?.measure.rows.map(({ side }) => side) ?? []
  const rows = sides.map(side => [
    side,
    ...found.map(({ measure, show }) => {
      const row = measure.rows.find(row => row.side === side)
      return row ? show(row, measure) : ''
    }),
  ])
  return markdown([what, ...found.map(({ heading }) => heading)], rows)
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

const markdown = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

if (import.meta.main) console.log(await table())
