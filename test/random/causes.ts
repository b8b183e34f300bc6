// The causes of refusals that a random service knows, and which of them no line of a report tells.
import type { Expectation } from '../../mock/verify/requests/expectations.ts'
import { type PlannedProbe, planProbes } from '../../mock/verify/requests/plan.ts'
import { LISTED } from '../../mock/verify/requests/unusual-texts.ts'
import { expectedPlant } from '../harness/expected-plant.ts'
import { type Answer, verifyInProcess } from '../verify/in-process.ts'
import { TOKEN } from '../verify/sample-service.ts'
import { type Deed, type Faults, RandomService } from './verified-service.ts'

export const FIRST_ID = 1000

export interface Line {
  group: string
  kind: string
  title: string
  text: string
  probes: string[]
  reason: string
  got?: string
  isConfirmed?: boolean
  isSpecified?: boolean
  repeated?: number
}

/** A probe, and what the service did with the last of its requests. */
export interface ProbeDeed extends Deed {
  name: string
  expectation: Expectation
  /** Whether its request has a valid plant, the path and the method of the operation. */
  isPlant: boolean
  isOperation: boolean
  isUnusual: string | undefined
}

interface Verified {
  code: number
  announced: { requests: number; more: number }
  groups: Line[]
  summary: Record<
    'requests' | 'probes' | 'conforms' | 'differs' | 'leftOpen' | 'inconclusive',
    number
  > & { stopped: string | null }
  probes: readonly PlannedProbe[]
  answered: ProbeDeed[]
  deeds: readonly Deed[]
  requests: number
}

/** A report, and what the service did. It may have plants of an earlier run. */
export async function verifyRandom(
  chosen: Faults,
  seed: string,
  wrap: (answer: Answer) => Answer = answer => answer,
  service: RandomService = new RandomService(chosen),
  firstId: number = FIRST_ID,
): Promise<Verified> {
  const args = ['--json', '--seed', seed, '--first-id', `${firstId}`, '--timeout', '20']
  const { code, lines, seen } = await verifyInProcess(wrap(service.answer), ...args)
  const [announced, ...groups] = lines
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const { summary } = groups.pop()
  const { probes } = planProbes({
    token: TOKEN,
    firstId: BigInt(firstId),
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
    requests: seen.length,
  }
}

/** The causes of refused plants that no line of the report tells. A shape that is wrong is another fact. */
export function untoldCauses(groups: readonly Line[], answered: readonly ProbeDeed[]): string[] {
  const lines = groups.filter(
    ({ group, kind, text }) =>
      (group === 'differs' && kind === 'status') ||
      (group === 'leftOpen' && /^refuses (?!the |a plant)|^5\d\d for /.test(text)),
  )
  const probes = new Set(lines.flatMap(line => line.probes))
  const refused = answered.filter(({ refusal }) => refusal !== undefined && refusal !== 'known')
  const causeOf = ({ status, refusal }: ProbeDeed) => `${status} ${refusal}`
  const told = refused.filter(({ name }) => probes.has(name)).map(causeOf)
  return refused.map(causeOf).filter(cause => !told.includes(cause))
}

/** Finds the requests of each probe among those that the service got, between which there are plain plants. */
export function answeredOf(probes: readonly PlannedProbe[], deeds: readonly Deed[]): ProbeDeed[] {
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
    // A second request is not sent if the first one fails.
    const last = found.findLastIndex(deed => deed !== undefined)
    const deed = found[last]
    const { method = 'POST', path = '/plants', body } = requests[last] ?? {}
    if (!deed) return []
    const { name, expectation, unusual } = probe
    // A byte order mark may be ignored (RFC 8259, section 8.1).
    const sent = typeof body === 'string' ? body.replace(/^\ufeff/, '') : body
    const isPlant = sent !== undefined && expectedPlant(sent) !== undefined
    const isOperation = method === 'POST' && path === '/plants'
    return [{ ...deed, name, expectation, isPlant, isOperation, isUnusual: unusual?.field }]
  })
}
