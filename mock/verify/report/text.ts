import {
  createPaint,
  GREEN,
  hasColors,
  MAGENTA,
  type Paint,
  RED,
  YELLOW,
} from '../../terminal/colors.ts'
import { groupBy } from '../group-by.ts'
import { count } from '../words.ts'
import type { OpenPoint } from './compare-with-mock.ts'
import { type Counts, exitCodeOf, type Group, type Report, type UnreliableGroup } from './report.ts'

/** How a report is printed. */
export interface Style {
  width: number
  colors: boolean
  /** Whether to name the probes, including those that are otherwise only counted. */
  verbose: boolean
}

/** As it fits the terminal. */
export const findStyle = (verbose: boolean): Style => {
  const { stdout } = process
  const columns = (stdout.isTTY && stdout.columns) || 80
  return { width: Math.min(120, Math.max(60, columns)), colors: hasColors(stdout), verbose }
}

/** How many probes a run had, and why it ended before the last of them. */
interface Extent {
  planned: number
  stopped?: string | undefined
}

/** The lines of a report for people: differences first, and named again in the last line. */
export function toText(report: Report, extent: Extent, style: Style): string[] {
  const { differs, inconclusive, lostAt, unreliable, notes } = report
  const paint = createPaint(style.colors)
  const isWhole = exitCodeOf(report) === 0 && extent.stopped === undefined
  return [
    ...differs.flatMap(({ kind, title, message, body, ...group }, index) => {
      // A field that differs is quoted already.
      const came = message === null ? (kind === 'field' ? '' : body) : `"${message}"`
      return [
        '',
        paint(RED, `${index + 1}. ${title}${total(group)}`),
        ...specify(differs, index, style),
        ...showGroup(group, came && `: ${came}`, style),
      ]
    }),
    ...inconclusive.flatMap(group => [
      '',
      paint(MAGENTA, `No response to a valid plant${total(group)}`),
      ...showGroup(group, '', style),
    ]),
    ...(lostAt ? ['', paint(MAGENTA, LOST), ...showGroup(lostAt, '', style)] : []),
    ...(unreliable ? ['', ...showUnreliable(unreliable, report.counts, paint, style)] : []),
    ...(notes.length > 0
      ? ['', paint(YELLOW, 'Left open by the specification, and good to know:')]
      : []),
    ...notes.flatMap(({ text, probes, curl }) => [
      ...hang(text, 2, style),
      ...curl.map(commands => `    ${commands.replace('\n', '\n    then ')}`),
      ...(style.verbose ? hang(`shown by ${probes.join('; ')}`, 4, style) : []),
    ]),
    ...(report.skipped.length > 0 ? ['', paint(YELLOW, 'Not probed:')] : []),
    ...groupBy(report.skipped, ({ reason }) => reason).flatMap(([reason, alike]) =>
      hang(`${alike.map(({ probe }) => probe).join(', ')}: ${reason}`, 2, style),
    ),
    ...counts(report, extent, style),
    '',
    paint(differs.length > 0 ? RED : isWhole ? GREEN : MAGENTA, lastLine(report, extent)),
  ]
}

const LOST = 'The service was lost at this request'

/** What did not repeat is not a cause of anything, so there is no command that shows it. */
function showUnreliable(
  unreliable: UnreliableGroup,
  { requests }: Counts,
  paint: Paint,
  style: Style,
): string[] {
  const [line = '', ...more] = hang(
    `Not each time: ${describeUnreliable(unreliable, requests)}`,
    0,
    style,
  )
  return [
    paint(MAGENTA, line),
    ...more,
    ...row('service', unreliable.service, style),
    ...(style.verbose ? row('shown by', unreliable.probes.join('; '), style) : []),
  ]
}

function describeUnreliable(
  { requests, repeated, isRightThen, got }: UnreliableGroup,
  sent: number,
): string {
  const which = `${requests} of ${count(sent, 'request')} got ${got}`
  const [were, they] = repeated === 1 ? ['was', 'it'] : ['were', 'they']
  const asTheyShould = `answered as ${they} should be`
  if (repeated === requests)
    return `${which}, and ${isRightThen ? `${were} ${asTheyShould}` : 'got something else'} when repeated`
  return `${which}; ${repeated} ${were} repeated and ${isRightThen ? asTheyShould : 'got something else'}, the others were not repeated often enough`
}

/** What the specification says, once for all differences from it. */
function specify(differs: Report['differs'], index: number, style: Style): string[] {
  const textOf = (at: number) => `${differs[at]?.specification}\n${differs[at]?.place}`
  const first = differs.findIndex((_, at) => textOf(at) === textOf(index))
  if (first < index) return row('specified', `as for ${first + 1}`, style)
  const [specification = '', place] = textOf(index).split('\n')
  return [...row('specified', specification, style), ...row('', `openapi.yaml: ${place}`, style)]
}

const total = ({ probes }: Pick<Group, 'probes'>) => ` (${count(probes.length, 'request')})`

function showGroup({ service, probes, curl }: Group, came: string, style: Style): string[] {
  const commands = curl.flatMap((text, index) => {
    const [command, next] = text.split('\n')
    return [[index === 0 ? 'repeat' : '', command], ...(next ? [['then', next]] : [])]
  })
  return [
    ...row('service', service + came, style),
    ...(style.verbose ? row('shown by', probes.join('; '), style) : []),
    ...commands.map(([label = '', command]) => `   ${label.padEnd(LABEL)}${command}`),
  ]
}

function counts(report: Report, { planned }: Extent, style: Style): string[] {
  const { conforms, unspecified, counts } = report
  const { requests, probes, differs, leftOpen, inconclusive, unreliable } = counts
  const kinds = [
    `${counts.conforms} as specified`,
    `${differs} different`,
    `${leftOpen} left open`,
    ...(inconclusive > 0 ? [`${inconclusive} without a response`] : []),
    ...(unreliable > 0 ? [`${unreliable} not each time`] : []),
  ]
  const all = probes < planned ? `${probes} of ${planned} probes` : count(probes, 'probe')
  return [
    '',
    ...hang(`${count(requests, 'request')} sent for ${all}: ${kinds.join(', ')}`, 0, style),
    ...(style.verbose
      ? [
          'As specified:',
          ...indent(conforms),
          'Left open by the specification:',
          ...unspecified.flatMap(point => showPoint(point, style)),
        ]
      : []),
  ]
}

const indent = (lines: readonly string[]) => lines.map(line => `  ${line}`)

function showPoint({ about, mockOption, results }: OpenPoint, style: Style): string[] {
  const isSame = results.every(({ sameAsMock }) => sameAsMock)
  const option = mockOption && !isSame ? ` (option of the mock: ${mockOption})` : ''
  return [
    ...hang(`${about}${option}`, 2, style),
    ...results.flatMap(({ probe, service, mock, sameAsMock }) =>
      hang(`${probe}: ${service}${sameAsMock ? '' : `; the mock: ${mock}`}`, 4, style),
    ),
  ]
}

function lastLine(report: Report, { stopped }: Extent): string {
  const { differs, inconclusive, unreliable, counts } = report
  const end = stopped ? 'Stopped early. ' : ''
  const titles = groupBy(differs, ({ title }) => title).map(([title, alike]) =>
    alike.length > 1 ? `${title} (${alike.length} causes)` : title,
  )
  if (differs.length > 0)
    return `${end}${count(differs.length, 'difference')}: ${titles.join('; ')}`
  if (unreliable?.isSpecified)
    return `${end}The service is unreliable: ${describeUnreliable(unreliable, counts.requests)}`
  if (stopped || inconclusive.length > 0) return `${end}No differences in what was answered`
  return 'No differences: the service conforms to the specification'
}

/** The width of the labels, with the space after them. */
const LABEL = 11

const row = (label: string, text: string, { width }: Style): string[] =>
  wrap(text, width - LABEL - 3).map(
    (line, index) => `   ${(index === 0 ? label : '').padEnd(LABEL)}${line}`,
  )

/** Text whose further lines are indented by 2 more than its first. */
const hang = (text: string, indentation: number, { width }: Style): string[] =>
  wrap(text, width - indentation - 2).map(
    (line, index) => ' '.repeat(index === 0 ? indentation : indentation + 2) + line,
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
