import { createPaint, GREEN, hasColors, MAGENTA, RED, YELLOW } from '../terminal/colors.ts'
import type { OpenPoint } from './open-points.ts'
import { countOpen, type Group, type Report } from './report.ts'

/** How a report is printed. */
export interface Style {
  width: number
  colors: boolean
  /** Whether the probes that are only counted are listed too. */
  verbose: boolean
}

/** As it fits the terminal. */
export const findStyle = (verbose: boolean): Style => {
  const { stdout } = process
  const columns = (stdout.isTTY && stdout.columns) || 80
  return { width: Math.min(120, Math.max(60, columns)), colors: hasColors(stdout), verbose }
}

/** How far a run came. */
interface Progress {
  plan: readonly unknown[]
  results: readonly unknown[]
  stopped?: string | undefined
}

/** The lines of a report for people: differences first, and named again in the last line. */
export function toText(report: Report, progress: Progress, style: Style): string[] {
  const { differs, inconclusive, foreign } = report
  const paint = createPaint(style.colors)
  const isWhole = inconclusive.length === 0 && progress.stopped === undefined
  return [
    ...differs.flatMap(({ title, specification, place, ...group }, index) => [
      '',
      paint(RED, `${index + 1}. ${title}`),
      ...row('specified', specification, style),
      ...row('', `openapi.yaml: ${place}`, style),
      ...showGroup(group, style),
    ]),
    ...inconclusive.flatMap(group => [
      '',
      paint(MAGENTA, 'Not judged'),
      ...showGroup(group, style),
    ]),
    ...foreign.flatMap(group => [
      '',
      paint(YELLOW, 'No difference, but the client reports it as unexpected-response'),
      ...showGroup(group, style),
    ]),
    ...counts(report, style),
    '',
    paint(differs.length > 0 ? RED : isWhole ? GREEN : MAGENTA, lastLine(report, progress)),
  ]
}

const showGroup = (
  { service, message, probes, curl }: Group & { message?: string | null },
  style: Style,
): string[] => [
  ...row('service', service, style),
  ...(message ? row('', `"${message}"`, style) : []),
  ...row('shown by', `${count(probes.length, 'probe')}: ${probes.join('; ')}`, style),
  ...curl.map((command, index) => `   ${(index === 0 ? 'repeat' : '').padEnd(LABEL)}${command}`),
]

function counts(report: Report, style: Style): string[] {
  const { conforms, unspecified, skipped } = report
  const { same, other } = countOpen(report)
  const { verbose } = style
  const lines = [
    `as specified: ${count(conforms.length, 'probe')}`,
    ...(verbose ? indent(conforms) : []),
    `left open by the specification: ${count(same + other, 'result')}, ${same} of them as in the mock`,
    ...(verbose ? unspecified.flatMap(point => showPoint(point, style)) : []),
    `skipped: ${count(skipped.length, 'probe')}`,
    ...(verbose ? indent(skipped.map(({ probe, reason }) => `${probe}: ${reason}`)) : []),
  ]
  return ['', verbose ? 'The rest:' : 'The rest, which --verbose lists:', ...indent(lines)]
}

const indent = (lines: readonly string[]) => lines.map(line => `  ${line}`)

function showPoint({ about, mockOption, results }: OpenPoint, style: Style): string[] {
  const isSame = results.every(({ sameAsMock }) => sameAsMock)
  const option = mockOption && !isSame ? ` (option of the mock: ${mockOption})` : ''
  return [
    ...wrap(`${about}${option}`, style.width - 4).map(line => `  ${line}`),
    ...results.flatMap(({ probe, service, mock, sameAsMock }) =>
      wrap(`${probe}: ${service}${sameAsMock ? '' : `; the mock: ${mock}`}`, style.width - 8).map(
        (line, index) => (index === 0 ? `    ${line}` : `      ${line}`),
      ),
    ),
  ]
}

function lastLine({ differs, inconclusive }: Report, progress: Progress): string {
  const { results, plan, stopped } = progress
  const end = stopped ? `Stopped after ${results.length} of ${plan.length} probes. ` : ''
  const titles = new Set(differs.map(({ title }) => title))
  if (differs.length > 0)
    return `${end}${count(differs.length, 'difference')}: ${[...titles].join('; ')}`
  if (stopped || inconclusive.length > 0) return `${end}No differences in what was answered`
  return 'No differences: the service conforms to the specification'
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** The width of the labels, with the space after them. */
const LABEL = 11

const row = (label: string, text: string, { width }: Style): string[] =>
  wrap(text, width - LABEL - 3).map(
    (line, index) => `   ${(index === 0 ? label : '').padEnd(LABEL)}${line}`,
  )

/** Wraps at spaces; a word is only broken if it is longer than a line. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    for (; word.length > width; word = word.slice(width)) lines.push(word.slice(0, width))
    line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}
