// Each command of a report shows what its line says, when it is run after the report.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { judgeAdded } from '../../mock/contract/judge.ts'
import { HIDE_NOTHING, ReadResponse } from '../../mock/contract/response.ts'
import { wordsOf } from '../../mock/contract/words.ts'
import { conforming, differing, stopping, unreliable } from './field-services.ts'
import { type Answer, fetchFrom, verifyInProcess } from './in-process.ts'
import { type Seen, service, TOKEN } from './sample-service.ts'

interface Line {
  group: string
  service?: string
  kind?: string
  title?: string
  text?: string
  curl?: string[]
}

/** Stands in for curl: prints its arguments, and what it reads. */
const CURL = `curl() {
  for each in "$@"; do printf '%s\\0' "$each"; done
  case "$*" in *@-) cat ;; esac
  printf '\\036'
}
`

/** Runs a text of commands, and resolves to what the last one sent and got. */
async function runCommands(
  commands: string,
  token: string,
  answer: Answer,
): Promise<[Seen, Response | undefined]> {
  const env = { PLANT_STORE_TOKEN: token, PATH: process.env.PATH }
  const { stdout } = spawnSync('sh', ['-c', CURL + commands], { env, encoding: 'utf8' })
  const seen: Seen[] = []
  const fetch = fetchFrom(answer, seen)
  let last: Response | undefined
  for (const text of stdout.split('\x1e').filter(Boolean)) {
    const args = text.split('\0')
    const valuesOf = (name: string) =>
      args.flatMap((arg, index) => (args[index - 1] === name ? [arg] : []))
    const url = args.find(arg => arg.startsWith('http')) ?? ''
    const [body = valuesOf('--data-binary').length > 0 ? args.at(-1) : undefined] = valuesOf('-d')
    const headers = Object.fromEntries(valuesOf('-H').map(header => header.split(/: (.*)/s, 2)))
    const [method = body === undefined ? 'GET' : 'POST'] = valuesOf('-X')
    last = await fetch(url, { method, headers, ...(body !== undefined && { body }) }).catch(
      () => undefined,
    )
  }
  return [seen.at(-1) as Seen, last]
}

/** Whether what came is what a line says. */
async function shows(line: Line, seen: Seen, response?: Response) {
  const { kind, title = '', text = '', service = '' } = line
  const isWithout = line.group === 'lostAt' || line.group === 'inconclusive'
  if (!response) return /no response/i.test(title + text + (isWithout ? service : ''))
  const { status } = response
  if (isWithout) return service.includes(`${status}`)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const body = decoder.decode(await response.arrayBuffer())
  const read = new ReadResponse({ status, headers: Object.fromEntries(response.headers), body })
  const [, told] =
    /^(?:takes each name only once: |refuses .*?: |)(\d{3})\b/s.exec(title || text) ?? []
  if (kind === 'token') return status < 300
  if (kind !== undefined && kind !== 'status')
    return judgeAdded(read, { body: seen.body }).some(
      difference =>
        (kind === 'field' && /^The plant of another id/.test(title)) ||
        title.replace(', not each time', '').endsWith(wordsOf(difference, HIDE_NOTHING).title),
    )
  if (told !== undefined) return `${status}` === told
  return text.startsWith('refuses') ? status >= 400 : status < 300
}

test
  .skipIf(process.platform === 'win32')
  .each(Object.entries({ ...conforming(), ...differing(), ...unreliable(), ...stopping() }))(
  'Each command shows what its line says when it is run after the report: %s',
  async (name, [{ args = [], runs = 1, requests: __, ...parts }]) => {
    const answer = service(parts)
    const token = args.includes('--token') ? String(args.at(args.indexOf('--token') + 1)) : TOKEN
    let lines: Line[] = []
    for (let run = 1; run <= runs; run++) {
      const verified = await verifyInProcess(answer, '--seed', '1', '--json', ...args)
      // What stopped a run is printed to stderr.
      lines = verified.lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line))
    }
    // A service that was lost shows only that it is, and one that fails every second request answers the other.
    const isShown = ({ group, curl = [], title = '' }: Line) =>
      curl.length > 0 &&
      !title.includes('not each time') &&
      (!(name in stopping()) || group === 'lostAt')
    const tries = name in unreliable() ? 2 : 1
    for (const line of lines.filter(isShown))
      for (const commands of line.curl ?? []) {
        const seen: boolean[] = []
        for (let run = 1; run <= tries; run++)
          seen.push(await shows(line, ...(await runCommands(commands, token, answer))))
        expect(seen, `${line.title ?? line.text}\n${commands}`).toContain(true)
      }
  },
)
