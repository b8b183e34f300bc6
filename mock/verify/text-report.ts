import { path } from '../../generated/contract.ts'
import { BOLD, createPaint, GREEN, hasColors, MAGENTA, RED, YELLOW } from '../terminal/colors.ts'
import { columns, wrap } from './columns.ts'
import { skipped } from './plan.ts'
import { type Point, points } from './points.ts'
import type { PlanSize, Report, Result } from './report.ts'
import { isProblem, isSame, isUnspecified, summarize } from './summary.ts'

/** A table for people, printed as the responses come. */
export const createTextReport = (print: (text: string) => void): Report => new TextReport(print)

const POINTS = Object.keys(points) as Point[]

class TextReport implements Report {
  readonly #print: (text: string) => void
  readonly #results: Result[] = []
  readonly #paint = createPaint(hasColors(process.stdout))
  readonly #width = Math.min(
    120,
    Math.max(60, (process.stdout.isTTY && process.stdout.columns) || 80),
  )
  /** The widths of the columns: rule, service, mock, and the last two together. */
  readonly #rule = Math.round((this.#width - INDENT - 4) * 0.385)
  readonly #half = Math.floor((this.#width - INDENT - 4 - this.#rule) / 2)
  readonly #both = this.#half * 2 + 2
  /** The number of points whose results have been printed. */
  #printedPoints = 0

  constructor(print: (text: string) => void) {
    this.#print = print
  }

  begin(baseUrl: string, { requests, plants, ids }: PlanSize): void {
    this.#print(`Verifying ${baseUrl} with ${requests} requests, one after the other.`)
    this.#print(`This adds up to ${plants} plants to the service, with these ${ids.length} ids:`)
    for (const line of wrap(toRanges(ids).join(', '), this.#width - 2)) this.#print(`  ${line}`)
    this.#title('Specified')
  }

  result(result: Result): void {
    this.#results.push(result)
    const { name, specified, verdict, reasons, service, message, point } = result
    if (!specified) {
      this.#printPointsBefore(point)
      return
    }
    this.#row(verdict, [name, this.#rule], [service, this.#both])
    for (const reason of reasons) this.#note(reason)
    if (specified === 'not added' || verdict === 'conforms') return
    if (message !== undefined) this.#note(`Message of the service: ${message}`)
    const hint = HINTS[Number.parseInt(service, 10)]
    if (verdict === 'differs' && hint) this.#note(hint)
  }

  end(stopped?: string): void {
    if (this.#results.length === 0) return
    this.#printPointsBefore(undefined)
    this.#title('Skipped')
    for (const { name, reason } of skipped) this.#row('', [name, this.#rule], [reason, this.#both])
    const { conforms, differs, inconclusive, unspecified } = summarize(this.#results)
    const specified = `${conforms} conform, ${differs} differ, ${inconclusive} inconclusive`
    this.#title('Summary')
    this.#row('Specified', [specified, this.#both])
    const others = `${unspecified.same} like the mock, ${unspecified.other} different`
    this.#row('Not specified', [others, this.#both])
    if (stopped) this.#row('', ['stopped before the end', this.#both])
  }

  /** Prints the points before `end`, whose results are complete. */
  #printPointsBefore(end: Point | undefined): void {
    for (; this.#printedPoints < POINTS.length; this.#printedPoints++) {
      const point = POINTS[this.#printedPoints]
      if (point === undefined || point === end) return
      const results = this.#results.filter(each => each.point === point && isUnspecified(each))
      if (results.length > 0) this.#printPoint(point, results, this.#printedPoints === 0)
    }
  }

  #printPoint(point: Point, results: readonly Result[], isFirst: boolean): void {
    const { about, mockOption } = points[point]
    if (isFirst) {
      const head = [
        ['Not specified', INDENT + this.#rule],
        ['The service', this.#half],
        ['The mock', this.#half],
      ] as const
      this.#title(columns(head).join(''))
    } else this.#print('')
    this.#print(`  ${about[0]?.toUpperCase()}${about.slice(1)}`)
    for (const result of results) this.#comparison(result)
    if (mockOption && !results.every(isSame)) this.#note(`Option of the mock: ${mockOption}`)
  }

  #comparison(result: Result): void {
    const { name, verdict, reasons, service, mock } = result
    const isLikeMock = isSame(result)
    const word = isProblem(result) ? verdict : isLikeMock ? 'same' : 'different'
    if (isLikeMock) this.#row(word, [name, this.#rule], [service, this.#both])
    else this.#row(word, [name, this.#rule], [service, this.#half], [mock, this.#half])
    for (const reason of reasons) this.#note(reason)
  }

  #title(text: string): void {
    this.#print(`\n${this.#paint(BOLD, text)}`)
  }

  #row(word: string, ...cells: [text: string, width: number][]): void {
    for (const [index, line] of columns(cells).entries()) {
      const label =
        index === 0 ? this.#paint(COLORS[word], word) + ' '.repeat(LABEL - word.length) : ''
      this.#print(`  ${label || ' '.repeat(LABEL)}${line}`.trimEnd())
    }
  }

  #note(text: string): void {
    for (const line of wrap(text, this.#width - INDENT)) this.#print(' '.repeat(INDENT) + line)
  }
}

/** The width of the labels, and with the space before them. */
const LABEL = 14
const INDENT = LABEL + 2

const COLORS: Record<string, number> = {
  conforms: GREEN,
  same: GREEN,
  different: YELLOW,
  unspecified: YELLOW,
  differs: RED,
  inconclusive: MAGENTA,
}

const CHECK_ADDRESS = `Check the base address: ${path} is added to it.`
const REDIRECT = 'Redirects are not followed: use the address that it leads to.'
const HIDDEN_RULE = 'The service may have another rule. Try other ids: --first-id.'
const HINTS: Record<number, string> = {
  301: REDIRECT,
  302: REDIRECT,
  307: REDIRECT,
  308: REDIRECT,
  400: HIDDEN_RULE,
  404: CHECK_ADDRESS,
  405: CHECK_ADDRESS,
  409: HIDDEN_RULE,
  422: HIDDEN_RULE,
}

/** Consecutive ids as `1 to 9`. */
function toRanges(ids: readonly bigint[]): string[] {
  const ranges: [first: bigint, last: bigint][] = []
  for (const id of ids) {
    const range = ranges.at(-1)
    if (range && range[1] + 1n === id) range[1] = id
    else ranges.push([id, id])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))
}
