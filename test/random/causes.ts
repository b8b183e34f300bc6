// The causes of refusals that a random service knows, and in how many lines of a report each is told.
//
//     node test/random/causes.ts 500
//
// prints, for so many services, the lines with two causes, the causes told twice, and those in no line.
import fc from 'fast-check'
import type { Expectation } from '../../mock/verify/requests/expectations.ts'
import { type PlannedProbe, planProbes } from '../../mock/verify/requests/plan.ts'
import { LISTED } from '../../mock/verify/requests/unusual-texts.ts'
import { expectedPlant } from '../harness/expected-plant.ts'
import { verifyInProcess } from '../verify/in-process.ts'
import { TOKEN } from '../verify/sample-service.ts'
import { type Deed, type Faults, faults, RandomService } from './verified-service.ts'

export const FIRST_ID = 1000

export interface Line {
  group: string
  kind: string
  title: string
  text: string
  probes: string[]
  reason: string
}

/** A probe, and what the service did with the last of its requests. */
export interface Answered extends Deed {
  name: string
  expectation: Expectation
  /** Whether its request has a valid plant, the path and the method of the operation. */
  isPlant: boolean
  isOperation: boolean
  isUnusual: string | undefined
}

interface Verified {
  code: number
  announced: { requests: number }
  groups: Line[]
  summary: Record<
    'requests' | 'probes' | 'conforms' | 'differs' | 'leftOpen' | 'inconclusive',
    number
  > & { stopped: string | null }
  probes: readonly PlannedProbe[]
  answered: Answered[]
  deeds: readonly Deed[]
}

/** A report, and what the service did. */
export async function verifyRandom(chosen: Faults, seed: string): Promise<Verified> {
  const service = new RandomService(chosen)
  const args = ['--json', '--seed', seed, '--first-id', `${FIRST_ID}`]
  const { code, lines } = await verifyInProcess(service.answer, ...args)
  const [announced, ...groups] = lines
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const { summary } = groups.pop()
  const { probes } = planProbes({
    token: TOKEN,
    firstId: BigInt(FIRST_ID),
    plants: LISTED,
    seed: Number(seed),
    rightTokenOnly: false,
  })
  const answered = answeredOf(probes, service.deeds).slice(0, summary.probes)
  return {
    code,
    announced,
    groups: groups as Line[],
    summary,
    probes,
    answered,
    deeds: service.deeds,
  }
}

export interface Counts {
  causes: number
  withTwoCauses: string[]
  toldTwice: string[]
  inNoLine: string[]
}

/** Of plants that were refused. A shape that is wrong is another fact. */
export function countCauses(groups: readonly Line[], answered: readonly Answered[]): Counts {
  const lines = groups.filter(
    ({ group, kind, text }) =>
      (group === 'differs' && kind === 'status') ||
      (group === 'leftOpen' && /^refuses (?!the |a plant)|^5\d\d for /.test(text)),
  )
  const refused = answered.filter(({ refusal }) => refusal !== undefined && refusal !== 'known')
  const causeOf = ({ status, refusal }: Answered) => `${status} ${refusal}`
  const causes = [...new Set(refused.map(causeOf))]
  const told = lines.map(({ title, text, probes }) => ({
    text: title ?? text,
    causes: new Set(refused.filter(({ name }) => probes.includes(name)).map(causeOf)),
  }))
  const linesOf = (cause: string) => told.filter(line => line.causes.has(cause)).length
  return {
    causes: causes.length,
    withTwoCauses: told
      .filter(line => line.causes.size > 1)
      .map(({ text, causes }) => `${text}: ${[...causes].join(', ')}`),
    toldTwice: causes.filter(cause => linesOf(cause) > 1),
    inNoLine: causes.filter(cause => linesOf(cause) === 0),
  }
}

/** Finds the requests of each probe among those that the service got, between which there are plain plants. */
export function answeredOf(probes: readonly PlannedProbe[], deeds: readonly Deed[]): Answered[] {
  let next = 0
  return probes.flatMap(({ probe, requests }) => {
    const found = requests.map(({ method = 'POST', path = '/plants', body, headers = {} }) => {
      const text =
        typeof body === 'string' ? body.replace(/^\ufeff/, '') : new TextDecoder().decode(body)
      const isSame = ({ seen }: Deed) =>
        seen.method === method &&
        seen.path === path &&
        seen.body === text &&
        Object.entries(headers).every(([key, value]) => seen.headers[key] === value.trim())
      const index = deeds.findIndex((deed, at) => at >= next && isSame(deed))
      if (index >= 0) next = index + 1
      return deeds[index]
    })
    const deed = found.at(-1)
    const { method = 'POST', path = '/plants', body } = requests.at(-1) ?? {}
    if (!deed) return []
    const { name, expectation, unusual } = probe
    // A byte order mark may be ignored (RFC 8259, section 8.1).
    const sent = typeof body === 'string' ? body.replace(/^\ufeff/, '') : body
    const isPlant = sent !== undefined && expectedPlant(sent) !== undefined
    const isOperation = method === 'POST' && path === '/plants'
    return [{ ...deed, name, expectation, isPlant, isOperation, isUnusual: unusual?.field }]
  })
}

async function main(count: number): Promise<void> {
  const all: Counts[] = []
  for (const chosen of fc.sample(faults, { numRuns: count, seed: 1 })) {
    const { groups, answered } = await verifyRandom(chosen, '1')
    all.push(countCauses(groups, answered))
  }
  const list = (name: 'withTwoCauses' | 'toldTwice' | 'inNoLine') => all.flatMap(each => each[name])
  console.log(`${all.reduce((sum, { causes }) => sum + causes, 0)} causes of ${count} services`)
  for (const name of ['withTwoCauses', 'toldTwice', 'inNoLine'] as const)
    console.log([`${name}: ${list(name).length}`, ...list(name)].join('\n  '))
}

if (import.meta.main) await main(Number(process.argv[2] ?? 500))
