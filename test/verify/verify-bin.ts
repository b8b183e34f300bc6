import { Bin } from '../harness/command-line.ts'
import { TOKEN } from './sample-service.ts'

/** What a line of `--json` has for a group. */
interface Group {
  service: string
  probes: string[]
  curl: string[]
}

interface OpenResult {
  probe: string
  service: string
  mock: string
  sameAsMock: boolean
}

/** On a busy machine, a run takes longer than 15 seconds, and tells of it: `progress.test.ts` proves that. */
const PROGRESS = /^plant-store-client verify: probe \d+ of .*\n/gm

/** Runs the command to its end. Resolves to what it printed, without progress. */
export async function verify(...args: string[]): Promise<Awaited<Bin['ended']>> {
  const ended = await new Bin(['verify', ...args], { PLANTS_TOKEN: TOKEN }, 'plant-store-client')
    .ended
  return { ...ended, stderr: ended.stderr.replace(PROGRESS, '') }
}

export function parseLines(stdout: string): ReturnType<JSON['parse']>[] {
  const lines = stdout.trimEnd().split('\n')
  return lines.map(line => JSON.parse(line))
}

interface Verified {
  code: number | null
  stderr: string
  first: { requests: number }
  differs: Group[]
  inconclusive: Group[]
  /** The request at which the service was lost. */
  lostAt: Group | undefined
  /** What is told about the points that the specification leaves open. */
  told: string[]
  conforms: string[]
  points: { about: string; mockOption: string | null; results: OpenResult[] }[]
  /** What a probe shows of what is not specified. */
  open(probe: string): OpenResult
  summary: Record<string, unknown>
}

/** Verifies with `--json`, and reads its lines. */
export async function verifyInLines(url: string, ...args: string[]): Promise<Verified> {
  const { code, stdout, stderr } = await verify(url, '--token', TOKEN, '--json', ...args)
  const [first, ...lines] = parseLines(stdout)
  const { summary } = lines.pop()
  const of = (name: string) => lines.filter(({ group }) => group === name)
  const points: Verified['points'] = of('unspecified')
  return {
    code,
    stderr,
    first,
    differs: of('differs'),
    inconclusive: of('inconclusive'),
    lostAt: of('lostAt')[0],
    told: of('leftOpen').map(({ text }) => text),
    conforms: of('conforms')[0]?.probes ?? [],
    points,
    open(probe) {
      const found = points.flatMap(({ results }) => results).find(each => each.probe === probe)
      if (!found) throw new Error(`There is no result for ${probe}`)
      return found
    },
    summary,
  }
}
