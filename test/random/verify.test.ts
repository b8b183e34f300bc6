// What verify reports of a service is what the service did: no fault is left out, and nothing is told that did not
// happen, counts included.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { type PlannedProbe, planProbes } from '../../mock/verify/requests/plan.ts'
import { expectedPlant } from '../harness/expected-plant.ts'
import { verifyInProcess } from '../verify/in-process.ts'
import { TOKEN } from '../verify/sample-service.ts'
import { type Deed, type Faults, faults, RandomService, titleOf } from './verified-service.ts'

/** `npm run test:all -- trials` asks for more. */
const numRuns = process.env.MODE === 'long' ? 1_000 : 25

const FIRST_ID = 1000

interface Line {
  group: string
  kind: string
  title: string
  text: string
  probes: string[]
  reason: string
}

/** A probe, and what the service did with the last of its requests. */
interface Answered extends Deed {
  name: string
  open: string | undefined
  isSpecified: boolean
  /** Whether its request has a valid plant, the path and the method of the operation. */
  isPlant: boolean
  isOperation: boolean
  isUnusual: string | undefined
}

test('The report of a service is what it did, whatever its faults are', async () => {
  await fc.assert(
    fc.asyncProperty(faults, fc.nat(), async (chosen, seed) => {
      await compare(chosen, `${seed}`)
    }),
    { numRuns },
  )
}, 1_800_000)

async function compare(chosen: Faults, seed: string): Promise<void> {
  const service = new RandomService(chosen)
  const args = ['--json', '--seed', seed, '--first-id', `${FIRST_ID}`]
  const { code, lines } = await verifyInProcess(service.answer, ...args)
  const [announced, ...groups] = lines
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const { summary } = groups.pop()
  const plan = planProbes({
    token: TOKEN,
    firstId: BigInt(FIRST_ID),
    plants: LISTED,
    seed: Number(seed),
    rightTokenOnly: false,
  })
  const all = answeredOf(plan.probes, service.deeds)
  const answered = all.slice(0, summary.probes)

  expect(service.deeds.length).toBe(summary.requests)
  expect(service.deeds.length).toBeLessThanOrEqual(announced.requests + 8)
  // It stops where the service did, and then says so.
  expect(summary.stopped !== null).toBe(chosen.ends !== undefined)
  if (chosen.ends) {
    const [, sent] =
      / stopped accepting plants after (\d+) requests?, at /.exec(summary.stopped) ?? []
    expect(Number(sent)).toBeLessThanOrEqual(chosen.ends.after)
    expect(answered.filter(({ isOver }) => isOver)).toEqual([])
  } else expect(answered).toHaveLength(plan.probes.length)

  const differs: Line[] = groups.filter(({ group }) => group === 'differs')
  const told: Line[] = groups.filter(({ group }) => group === 'leftOpen')
  const namesOf = (from: readonly Line[]) =>
    [...new Set(from.flatMap(({ probes }) => probes))].sort()
  const where = (is: (each: Answered) => boolean) =>
    answered
      .filter(is)
      .map(({ name }) => name)
      .sort()

  // Differences, by their kind.
  for (const kind of ['status', 'token', 'body', 'media type', 'field'])
    expect(namesOf(differs.filter(each => each.kind === kind)), kind).toEqual(
      where(each => kindsOf(each).includes(kind)),
    )
  for (const field of ['name', 'tag'] as const) {
    const groupsOf = differs.filter(
      ({ kind, title }) => kind === 'field' && fieldsIn(title).includes(field),
    )
    const spoilt = answered.filter(
      each => kindsOf(each).includes('field') && each.spoilt.some(one => one.field === field),
    )
    for (const { name } of spoilt) expect(namesOf(groupsOf)).toContain(name)
    expect(groupsOf.length > 0).toBe(spoilt.length > 0)
    const fault = chosen[field]
    if (fault && spoilt.length > 3)
      expect(groupsOf.map(({ title }) => title).join('\n')).toMatch(
        new RegExp(titleOf(fault).source, 'm'),
      )
  }
  // One cause, one line.
  const causes = new Set(answered.filter(each => kindsOf(each).includes('status')).map(causeOf))
  expect(differs.filter(({ kind }) => kind === 'status').map(({ title }) => title)).toHaveLength(
    causes.size,
  )
  expect(code).toBe(summary.stopped ? 3 : differs.length > 0 ? 1 : summary.inconclusive > 0 ? 3 : 0)

  // What is left open.
  const linesOf = (pattern: RegExp) => told.filter(({ text }) => pattern.test(text))
  const isRefused = (each: Answered) =>
    each.open === 'bounds' && each.status >= 400 && !kindsOf(each).includes('status')
  expect(namesOf(linesOf(/^refuses (?!the media type|the scheme|a plant with)/))).toEqual(
    where(isRefused),
  )
  for (const { text, probes } of linesOf(/^refuses /)) {
    const [, count, total, field] = /^refuses (\d+) of (\d+) unusual (name|tag)s/.exec(text) ?? []
    if (count === undefined) continue
    expect(Number(count)).toBe(probes.length)
    expect(Number(total)).toBe(
      where(({ isUnusual, status }) => isUnusual === field && status > 0).length,
    )
  }
  const [fieldsLine] = linesOf(/^a Plant has more fields/)
  const withId = answered.filter(({ id, isPlant }) => id && isPlant)
  const changed = withId.filter(({ id }) => id === 'other')
  const came =
    changed.length > 0
      ? `; id came back as .* \\(in ${changed.length} of ${withId.length} plants\\)`
      : ''
  expect(fieldsLine?.text ?? '').toMatch(
    withId.length > 0 ? new RegExp(`^a Plant has more fields in the response: id${came}$`) : /^$/,
  )
  // No id was there before.
  expect(linesOf(/ids? (?:that exist|from --first-id)/)).toEqual([])

  // What got no response.
  const isSilent = ({ status }: Answered) => status === 0
  const inconclusive = groups.filter(({ group }) => group === 'inconclusive')
  expect(namesOf(inconclusive)).toEqual(where(each => isSilent(each) && each.isSpecified))
  expect(namesOf(linesOf(/^no response to /))).toEqual(
    where(each => isSilent(each) && !each.isSpecified),
  )
  for (const { text, probes } of told) {
    const [, count] = /(\d+) (?:request|value|plant)s?\b/.exec(text) ?? []
    if (count && !/^refuses|^a Plant/.test(text)) expect(Number(count), text).toBe(probes.length)
  }
  expect(namesOf(linesOf(/^\d+ without an Error /))).toEqual(
    where(
      each => each.isOperation && each.status > 400 && each.status < 500 && each.shape !== 'Error',
    ),
  )
  expect(namesOf(linesOf(/^5\d\d for /))).toEqual(
    where(
      each =>
        each.status >= 500 &&
        !kindsOf(each).includes('status') &&
        // What differs is not told a second time.
        !(each.isPlant && causes.has(causeOf(each))),
    ),
  )
  expect(namesOf(linesOf(/^2\d\d for |^makes texts of/))).toEqual(
    where(
      each =>
        !isSilent(each) &&
        each.status < 300 &&
        ['token', 'missing', 'invalid'].includes(each.open ?? '') &&
        kindsOf(each).length === 0,
    ),
  )

  // Every probe is counted once.
  const isDifferent = (each: Answered) => kindsOf(each).length > 0
  const conforms = groups.find(({ group }) => group === 'conforms')?.probes ?? []
  expect([...conforms].sort()).toEqual(
    where(each => each.isSpecified && !isSilent(each) && !isDifferent(each) && !isRefused(each)),
  )
  expect(summary.differs).toBe(where(isDifferent).length)
  expect(summary.conforms).toBe(conforms.length)
  const { conforms: alike, differs: different, leftOpen, inconclusive: silent } = summary
  expect(alike + different + leftOpen + silent).toBe(summary.probes)
}

const causeOf = ({ status, refusal }: Answered) => `${status} ${refusal}`

const fieldsIn = (title: string) =>
  /^(name|tag)(?: and (name|tag))? (?:came|did)/.exec(title)?.slice(1) ?? []

/** What the specification says of a response, as the service itself knows it. */
function kindsOf({
  name,
  open,
  isSpecified,
  isPlant,
  isOperation,
  status,
  shape,
  spoilt,
}: Answered): string[] {
  const isSuccess = status < 300
  if (!isOperation || status === 0) return []
  const kinds: string[] = []
  if (isSpecified && open === 'token') {
    if (isSuccess) kinds.push('token')
  } else if (isSpecified && status !== successStatus) {
    if (!(open === 'bounds' && status >= 400 && status < 500)) kinds.push('status')
  }
  const hasPlant = status === successStatus || (isSuccess && isPlant)
  if ((hasPlant && shape !== 'Plant') || (status === 400 && shape !== 'Error')) kinds.push('body')
  if (hasPlant && isPlant && spoilt.length > 0 && name !== 'an id that already exists')
    kinds.push('field')
  return kinds
}

/** Finds the requests of each probe among those that the service got, between which there are plain plants. */
function answeredOf(probes: readonly PlannedProbe[], deeds: readonly Deed[]): Answered[] {
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
