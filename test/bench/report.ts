import { ratios, type Samples, type Spread, spread } from './rounds.ts'

/** One table: a row for each side, its ratio taken round by round against the baseline. */
export interface Measure {
  what: string
  unit: string
  baseline: string
  rounds: number
  rows: { side: string; median: number; ratio: Spread }[]
  budgets: Verdict[]
}

/** The input of a measure. */
export interface Measured extends Pick<Measure, 'what' | 'unit' | 'baseline'> {
  samples: Samples
  budgets?: Budget[]
}

/** A limit for a side's ratio to another, or for its own number. */
export interface Budget {
  side: string
  against?: string
  atMost?: number
  atLeast?: number
}

export interface Verdict extends Budget {
  measured: Spread
  held: boolean
}

/** The result of a benchmark. */
export interface Findings {
  /** Of each side, as `name@version`. */
  versions: string[]
  measures: Measure[]
  /** Notes that a reader needs to judge the numbers. */
  notes?: string[]
}

export function measure(measured: Measured): Measure {
  const { what, unit, baseline, samples, budgets = [] } = measured
  return {
    what,
    unit,
    baseline,
    rounds: samples[baseline]?.length ?? 0,
    rows: Object.entries(samples).map(([side, values]) => ({
      side,
      median: rounded(spread(values).median),
      ratio: roundedSpread(spread(ratios(samples, side, baseline))),
    })),
    budgets: budgets.map(budget => {
      const { side, against, atMost = Infinity, atLeast = -Infinity } = budget
      const values = against ? ratios(samples, side, against) : (samples[side] ?? [])
      const measured = roundedSpread(spread(values))
      return { ...budget, measured, held: measured.median <= atMost && measured.median >= atLeast }
    }),
  }
}

const rounded = (value: number) => Number(value.toPrecision(4))

const roundedSpread = ({ median, low, high }: Spread): Spread => ({
  median: rounded(median),
  low: rounded(low),
  high: rounded(high),
})

/** The table as it is printed. */
export function printed({ what, unit, baseline, rounds, rows, budgets }: Measure): string {
  const several = rounds > 1
  const table = [
    ['side', 'median', 'ratio', several ? 'quartiles' : ''],
    ...rows.map(({ side, median, ratio }) => [
      side,
      `${median.toLocaleString('en')} ${unit}`.trimEnd(),
      short(ratio.median),
      several ? `${short(ratio.low)} – ${short(ratio.high)}` : '',
    ]),
  ]
  const widths = [0, 1, 2, 3].map(column => Math.max(...table.map(row => row[column]?.length ?? 0)))
  const padded = (cell: string, column: number) =>
    column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0)
  return [
    `\n${what}, ratio to ${baseline}${several ? `, ${rounds} rounds` : ''}`,
    ...table.map(row => `  ${row.map(padded).join('  ')}`.trimEnd()),
    ...budgets.map(verdict => `  ${inWords(verdict)}`),
  ].join('\n')
}

/** A ratio, rounded for a reader. */
export const short = (ratio: number): string =>
  ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2)

/** A budget and what was measured, on one line. */
function inWords({ side, against, measured, held, ...limits }: Verdict): string {
  return `${side}${against ? ` / ${against}` : ''}: ${measured.median}, to hold: ${limit(limits)}: ${held ? 'held' : 'MISSED'}`
}

export const limit = ({ atMost, atLeast }: Pick<Budget, 'atMost' | 'atLeast'>): string =>
  atMost === undefined ? `at least ${atLeast}` : `at most ${atMost.toLocaleString('en')}`
