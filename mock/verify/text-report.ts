import { columns, linesOf } from './columns.ts'
import type { Report } from './command.ts'
import { unasked } from './plan.ts'
import { type Point, points } from './points.ts'
import { isJudged, isOpen, isSame, summaryOf } from './summary.ts'
import type { Result } from './verify.ts'

/** A table for people, printed as the answers come. */
export function textReport(say: (text: string) => void): Report {
  const { stdout } = process
  const colours = stdout.isTTY && stdout.hasColors()
  const width = Math.min(120, Math.max(60, (stdout.isTTY && stdout.columns) || 80))
  const names = Math.round((width - INDENT - 4) * 0.385)
  const column = Math.floor((width - INDENT - 4 - names) / 2)
  const both = column * 2 + 2
  const results: Result[] = []

  const painted = (code: number | undefined, text: string) =>
    colours && code ? `\u001b[${code}m${text}\u001b[0m` : text
  const title = (text: string) => say(`\n${painted(BOLD, text)}`)
  function row(word: string, ...cells: [text: string, width: number][]) {
    for (const [index, line] of columns(cells).entries()) {
      const first = index === 0 ? painted(COLOURS[word], word) + ' '.repeat(9 - word.length) : ''
      say(`  ${first || ' '.repeat(9)}${line}`.trimEnd())
    }
  }
  const note = (text: string) => {
    for (const line of linesOf(text, width - INDENT)) say(' '.repeat(INDENT) + line)
  }

  let told = 0
  /** The points before this one have all their answers. */
  function tellUntil(end: Point | undefined) {
    for (; told < ORDER.length && ORDER[told] !== end; told++) {
      const { about, mockSwitch } = points[ORDER[told] as Point]
      const rows = results.filter(result => result.point === ORDER[told] && isOpen(result))
      if (rows.length === 0) continue
      if (told === 0) {
        const head = [
          ['Where it is silent', INDENT + names],
          ['The service', column],
          ['The mock', column],
        ] as const
        title(columns(head).join(''))
      } else say('')
      say(`  ${about[0]?.toUpperCase()}${about.slice(1)}`)
      for (const result of rows) {
        const { name, verdict, why, service, mock } = result
        const word = isJudged(result) ? verdict : isSame(result) ? 'same' : 'other'
        if (isSame(result)) row(word, [name, names], [service, both])
        else row(word, [name, names], [service, column], [mock, column])
        why.forEach(note)
      }
      if (mockSwitch && !rows.every(isSame)) note(`Switch of the mock: ${mockSwitch}`)
    }
  }

  return {
    begin(baseUrl, { requests, plants, ids }) {
      say(`Verifies ${baseUrl} with ${requests} requests, one after the other.`)
      say(`It adds up to ${plants} plants to the service, with these ${ids.length} ids:`)
      for (const line of linesOf(ranges(ids).join(', '), width - 2)) say(`  ${line}`)
      title('What the specification states')
    },
    result(result) {
      results.push(result)
      const { name, states, verdict, why, service, message, point } = result
      if (!states) return tellUntil(point)
      row(verdict, [name, names], [service, both])
      why.forEach(note)
      if (states === 'not added' || verdict === 'holds') return
      if (message !== undefined) note(`The service says: ${message}`)
      const hint = HINTS[Number.parseInt(service, 10)]
      if (verdict === 'differs' && hint) note(hint)
    },
    end(stopped) {
      if (results.length === 0) return
      tellUntil(undefined)
      title('Not asked')
      for (const { name, why } of unasked) row('', [name, names], [why, both])
      const { holds, differs, unknown, silent } = summaryOf(results)
      title('Summary')
      row('Stated', [`${holds} hold, ${differs} differ, ${unknown} unknown`, both])
      row('Silent', [`${silent.same} as the mock, ${silent.other} otherwise`, both])
      if (stopped) row('', ['stopped before the end', both])
    },
  }
}

const ORDER = Object.keys(points) as Point[]

/** The width of the verdicts, and the space around them. */
const INDENT = 11

const BOLD = 1
const COLOURS: Record<string, number> = {
  holds: 32,
  same: 32,
  other: 33,
  silent: 33,
  differs: 31,
  unknown: 35,
}

const ADDRESS = 'Is the base address right? /plants is added to it.'
const REDIRECT = 'Redirects are not followed: give the address that it leads to.'
const HIDDEN = 'It may have a rule that the specification does not show. Other ids: --first-id.'
const HINTS: Record<number, string> = {
  301: REDIRECT,
  302: REDIRECT,
  307: REDIRECT,
  308: REDIRECT,
  400: HIDDEN,
  404: ADDRESS,
  405: ADDRESS,
  409: HIDDEN,
  422: HIDDEN,
}

/** `1 to 9` where no id is left out between them. */
function ranges(ids: readonly bigint[]): string[] {
  const found: [first: bigint, last: bigint][] = []
  for (const id of ids) {
    const range = found.at(-1)
    if (range && range[1] + 1n === id) range[1] = id
    else found.push([id, id])
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))
}
