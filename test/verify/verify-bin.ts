import { Bin } from '../support/command-line.ts'
import { TOKEN } from './sample-service.ts'

/** A line of `--json` for a rule. */
export interface Line {
  rule: string
  verdict: 'conforms' | 'differs' | 'unspecified' | 'inconclusive'
  specified: 'added' | 'not added' | null
  reasons: string[]
  service: string
  mock: string
  sameAsMock: boolean
  unspecified: string | null
  mockOption: string | null
  message: string | null
}

/** Runs the command to its end. */
export const verify = (...args: string[]): Bin['ended'] =>
  new Bin(['verify', ...args], {}, 'plant-store-client').ended

export interface Verified {
  code: number | null
  stderr: string
  first: { baseUrl: string; requests: number; plants: number; ids: string[] }
  rules: Line[]
  /** The line of a rule. */
  line(rule: string): Line
  summary: Record<string, unknown>
}

/** Verifies with `--json`, and reads its lines. */
export async function verifyInLines(url: string, ...args: string[]): Promise<Verified> {
  const { code, stdout, stderr } = await verify(url, '--token', TOKEN, '--json', ...args)
  const [first, ...rules] = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const { summary } = rules.pop()
  const line = (rule: string) => {
    const found = rules.find(line => line.rule === rule)
    if (!found) throw new Error(`There is no line for ${rule}`)
    return found
  }
  return { code, stderr, first, rules, line, summary }
}
