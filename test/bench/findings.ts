import { median, ratios, type Samples } from './rounds.ts'

/** One number of a benchmark: of a side by itself, or relative to another side. */
export interface Finding {
  what: string
  side: string
  median: number
  unit: string
  /** What the side is compared with. */
  against?: string
  /** The median of the ratios of the rounds. */
  ratio?: number
  /** The limit of the ratio, or else of the median. */
  atMost?: number
  atLeast?: number
}

/** What one benchmark found. */
export interface Findings {
  /** Of each side, as `name@version`. */
  versions: string[]
  findings: Finding[]
}

/** A limit of a side, in a ratio to `against` if that is given. */
export type Limit = Pick<Finding, 'side' | 'against' | 'atMost' | 'atLeast'>

/** Every side, relative to the baseline if there is one, and then the limits that are about other pairs. */
export function compare(
  measured: Pick<Finding, 'what' | 'unit'> & { samples: Samples; baseline?: string },
  limits: readonly Limit[] = [],
): Finding[] {
  const { what, unit, samples, baseline } = measured
  const finding = ({ side, against, ...limit }: Limit): Finding => ({
    what,
    side,
    median: rounded(median(samples[side] ?? [])),
    unit,
    ...(against && { against, ratio: rounded(median(ratios(samples, side, against))) }),
    ...limit,
  })
  const sides = Object.keys(samples).map(side => ({
    ...limits.find(limit => limit.side === side && limit.against === baseline),
    side,
    ...(baseline !== undefined && { against: baseline }),
  }))
  return [...sides, ...limits.filter(({ against }) => against !== baseline)].map(finding)
}

const rounded = (value: number) => Number(value.toPrecision(4))

export const hasLimit = ({ atMost, atLeast }: Finding): boolean =>
  atMost !== undefined || atLeast !== undefined

/** The limit in words, and whether it is held. */
export function limit({ median, ratio, atMost = Infinity, atLeast = -Infinity }: Finding): string {
  const value = ratio ?? median
  const words = atMost < Infinity ? `at most ${atMost.toLocaleString('en')}` : `at least ${atLeast}`
  return value <= atMost && value >= atLeast ? words : `${words}: missed`
}

/** A number with its unit. */
export const amount = ({ median, unit }: Finding): string =>
  `${median.toLocaleString('en')} ${unit}`.trimEnd()

/** A ratio, rounded for a reader. */
export const short = (ratio: number | undefined): string =>
  ratio === undefined ? '' : ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2)

/** A finding as it is printed during a run. */
export const inWords = (finding: Finding): string =>
  [
    `${finding.what}: ${finding.side}: ${amount(finding)}`,
    ...(finding.against ? [`${short(finding.ratio)} of ${finding.against}`] : []),
    ...(hasLimit(finding) ? [limit(finding)] : []),
  ].join(', ')
