import { createPaint, GREEN, hasColors, MAGENTA, RED, YELLOW } from '../terminal/colors.ts'
import { countOpen, type Group, type OpenPoint, type Report } from './report.ts'

/** How a report is printed. */
export interface Style {
  width: number
  colors: boolean
  /** Whether the rules that are only counted are listed too. */
  verbose: boolean
}

/** As it fits the terminal. */
export const findStyle = (verbose: boolean): Style => {
  const { stdout } = process
  const columns = (stdout.isTTY && stdout.columns) || 80
  return { width: Math.min(120, Math.max(60, columns)), colors: hasColors(stdout), verbose }
}

/** The lines of a report for people: differences first, and named again in the last line. */
export function toText(report: Report, progress: Progress, style: Style): string[] {
  const { differs, inconclusive, foreign } = report
  const paint = createPaint(style.colors)
  const title = (text: string, color: number) => ['', paint(color, text)]
  return [
    ...differs.flatMap(({ title, specification, place, messages, ...group }, index) => [
      '',
      paint(RED, `${index + 1}. ${title}`),
      ...row('specified', specification, style),
      ...row('', `openapi.yaml: ${place}`, style),
      ...row('service', group.service, style),
      ...messages.slice(0, MAX_MESSAGES).flatMap(text => row('', `"${text}"`, style)),
      ...showGroup(group, style),
      ...hint(title, style),
    ]),
    ...inconclusive.flatMap(group => [
      ...title(`No response to judge: ${group.service}`, MAGENTA),
      ...showGroup(group, style),
    ]),
    ...(foreign.length > 0
      ? title('Not differences, but the client reports them as unexpected-response:', YELLOW)
      : []),
    ...foreign.flatMap(({ service, rules }) => [
      ...wrap(service, style.width - 2).map(line => `  ${line}`),
      ...row('shown by', shownBy(rules), style),
    ]),
    ...counts(report, style),
    '',
    paint(
      differs.length > 0 ? RED : inconclusive.length > 0 || progress.isStopped ? MAGENTA : GREEN,
      lastLine(report, progress),
    ),
  ]
}

/** How far the run came. */
export interface Progress {
  requests: number
  planned: number
  isStopped: boolean
}

const MAX_MESSAGES = 3

const showGroup = ({ rules, curl }: Group, style: Style): string[] => [
  ...row('shown by', shownBy(rules), style),
  ...curl.map((command, index) => `   ${(index === 0 ? 'repeat' : '').padEnd(LABEL)}${command}`),
]

const shownBy = (rules: readonly string[]) =>
  `${count(rules.length, 'request')}: ${rules.join('; ')}`

/** Statuses that may be due to the plants of this run. */
const hint = (title: string, style: Style) =>
  /^(?:400|409|422), not /.test(title)
    ? row('', 'If the service takes other ids, choose them: --first-id.', style)
    : []

function counts(report: Report, style: Style): string[] {
  const { conforms, unspecified, skipped } = report
  const { same, other } = countOpen(report)
  const { verbose } = style
  const rows = [
    [`${conforms.length} conform to the specification`, ...indent(verbose ? conforms : [])],
    [
      `${same + other} show what the specification leaves open: ${same} as the mock does, ${other} otherwise`,
      ...(verbose ? unspecified.flatMap(point => showPoint(point, style)) : []),
    ],
    [
      `${skipped.length} were skipped`,
      ...(verbose ? indent(skipped.map(({ rule, reason }) => `${rule}: ${reason}`)) : []),
    ],
  ]
  const head = verbose ? 'The other rules' : 'The other rules, which --verbose lists'
  return ['', `${head}:`, ...indent(rows.flat())]
}

const indent = (lines: readonly string[]) => lines.map(line => `  ${line}`)

function showPoint({ about, mockOption, results }: OpenPoint, style: Style): string[] {
  const isSame = results.every(({ sameAsMock }) => sameAsMock)
  const option = mockOption && !isSame ? ` (option of the mock: ${mockOption})` : ''
  return [
    ...wrap(`${about}${option}`, style.width - 4).map(line => `  ${line}`),
    ...results.flatMap(({ rule, service, mock, sameAsMock }) =>
      wrap(`${rule}: ${service}${sameAsMock ? '' : `; the mock: ${mock}`}`, style.width - 8).map(
        (line, index) => (index === 0 ? `    ${line}` : `      ${line}`),
      ),
    ),
  ]
}

function lastLine({ differs, inconclusive, conforms }: Report, progress: Progress): string {
  const { requests, planned, isStopped } = progress
  const end = isStopped ? `Stopped after ${requests} of ${planned} rules. ` : ''
  if (differs.length > 0)
    return `${end}${count(differs.length, 'difference')}: ${[...new Set(differs.map(({ title }) => title))].join('; ')}`
  if (isStopped || inconclusive.length > 0)
    return `${end}No differences in what was answered; ${count(conforms.length, 'rule')} conform`
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
