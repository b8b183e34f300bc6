// What verify reports of a service is what the service did: no fault is left out, and nothing is told that did not
// happen, counts included.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { FIRST_ID, type Line, type ProbeDeed, untoldCauses, verifyRandom } from './causes.ts'
import { found } from './found.ts'
import { type Hiccup, hiccups, unreliable } from './hiccups.ts'
import {
  alwaysRight,
  type Faults,
  faults,
  mostlyRight,
  RandomService,
  titleOf,
} from './verified-service.ts'

/** `npm run test:all -- trials` asks for more. */
const numRuns = process.env.MODE === 'long' ? 1_000 : 25

test('The report of a service is what it did, whatever its faults are', async () => {
  await fc.assert(
    fc.asyncProperty(faults, fc.nat(), async (chosen, seed) => {
      await compare(chosen, `${seed}`)
    }),
    { numRuns },
  )
}, 1_800_000)

test('What a service does once is not told of plants, and what it does each time is told all the same', async () => {
  await fc.assert(
    fc.asyncProperty(mostlyRight, hiccups, fc.nat(), async (chosen, hiccup, seed) => {
      await compareUnreliable(chosen, hiccup, `${seed}`)
    }),
    // The same forty each time, and others in the long mode.
    {
      examples: found,
      ...(process.env.MODE === 'long' ? { numRuns: 1_000 } : { numRuns: 40, seed: 83 }),
    },
  )
}, 1_800_000)

test('A service that is right differs in no run, also where the plants of an earlier run are there', async () => {
  await fc.assert(
    fc.asyncProperty(alwaysRight, fc.nat(), async (chosen, seed) => {
      const { code, summary } = await verifySecondTime(chosen, `${seed}`)
      expect(summary).toMatchObject({ differences: 0, inconclusive: 0, stopped: null })
      expect(code).toBe(0)
    }),
    { numRuns: process.env.MODE === 'long' ? 200 : 8 },
  )
}, 1_800_000)

test('One 500 is told, whichever probe gets it', async () => {
  await fc.assert(
    fc.asyncProperty(alwaysRight, fc.integer({ min: 1, max: 229 }), async (chosen, at) => {
      // Where invalid bodies get it too, nothing tells them apart. Where names are taken once, some requests repeat.
      fc.pre(chosen.invalid !== 500 && chosen.takesNamesOnce !== true)
      const hiccup = { when: { from: at, count: 1 }, failure: 500, isAfterAdding: false } as const
      const { groups } = await verifyRandom(chosen, '1', answer => unreliable(answer, hiccup))
      const told = groups.filter(
        ({ group, got, text }) =>
          (group === 'unreliable' && got === '500') || /^500 for .*, not confirmed$/.test(text),
      )
      expect(told).toHaveLength(1)
    }),
    { numRuns: process.env.MODE === 'long' ? 300 : 12 },
  )
}, 1_800_000)

async function compareUnreliable(chosen: Faults, hiccup: Hiccup, seed: string): Promise<void> {
  const reliable = await verifyRandom(chosen, seed)
  const { code, announced, groups, summary, requests } = await verifyRandom(chosen, seed, answer =>
    unreliable(answer, hiccup),
  )
  // A request that waited for its Retry-After is sent twice more.
  expect(requests).toBeLessThanOrEqual(3 * (announced.requests + announced.more))
  const told = linesOf(groups.filter(({ isConfirmed }) => isConfirmed !== false))
  const others = told.filter(line => !linesOf(reliable.groups).includes(line))
  if (others.length > 0) {
    // A plant that was added although its request failed is there when it is sent again, as it is in a second run.
    const { groups: ofSecondRun } = await verifySecondTime(chosen, seed)
    expect(linesOf(ofSecondRun), JSON.stringify(summary)).toEqual(expect.arrayContaining(others))
  }
  if (summary.stopped !== null) return expect(code).toBe(3)
  // Where every second request fails, there are not enough repeats for all that is wrong.
  if ('every' in hiccup.when) return
  const titles = told.map(line => line.replace(/(?<=NewPlant) with .*/, ''))
  for (const { title } of reliable.groups.filter(({ group }) => group === 'differs'))
    expect(titles.join('\n')).toContain(
      withoutNumbers(title.replace(/(?<=NewPlant) with .*|^(?:name|tag)(?: and tag)? /, '')),
    )
  // It was repeated, or nothing would say that it does not come each time.
  for (const { group, repeated, got = '' } of groups)
    if (group === 'unreliable') {
      expect(repeated).toBeGreaterThan(0)
      // No plant that was added is told as a failure.
      expect(got).not.toMatch(/\b2\d\d\b/)
    }
  const isOff = groups.some(({ group, isSpecified }) => group === 'unreliable' && isSpecified)
  if (isOff || summary.inconclusive > 0) expect(code).not.toBe(0)
}

async function verifySecondTime(chosen: Faults, seed: string) {
  const service = new RandomService(chosen)
  await verifyRandom(chosen, seed, undefined, service)
  return verifyRandom(chosen, seed, undefined, service, 5 * FIRST_ID)
}

/** The status that begins a line is what is told. */
const withoutNumbers = (line: string) =>
  line.replace(/-?\d+/g, (number, at) => (at === 0 ? number : 'N'))

/** What is told of plants, without what differs from run to run: ids, counts, and examples. */
const linesOf = (groups: readonly Line[]): string[] =>
  groups
    .filter(({ group }) => group === 'differs' || group === 'leftOpen')
    .map(({ title, text }) =>
      withoutNumbers((title ?? text).replace(/, such as .*?(?=: |$)|; id came back .*/s, ''))
        .replace(/\bNs?\b requests?|\bN of N\b/g, 'some')
        .replace(/\bN plant\b/, 'N plants')
        .replace(/\bthat is\b/, 'that are'),
    )

async function compare(chosen: Faults, seed: string): Promise<void> {
  const { code, announced, groups, summary, probes, answered, deeds } = await verifyRandom(
    chosen,
    seed,
  )

  expect(deeds.length).toBe(summary.requests)
  expect(deeds.length).toBeLessThanOrEqual(announced.requests + announced.more)
  // It stops where the service did, and then says so.
  expect(summary.stopped !== null).toBe(chosen.ends !== undefined)
  if (chosen.ends) {
    const [, sent] =
      / stopped accepting plants after (\d+) requests?, at /.exec(summary.stopped ?? '') ?? []
    expect(Number(sent)).toBeLessThanOrEqual(chosen.ends.after)
    expect(answered.filter(({ isOver }) => isOver)).toEqual([])
  } else expect(answered).toHaveLength(probes.length)

  const differs: Line[] = groups.filter(({ group }) => group === 'differs')
  const told: Line[] = groups.filter(({ group }) => group === 'leftOpen')
  const namesOf = (from: readonly Line[]) =>
    [...new Set(from.flatMap(({ probes }) => probes))].sort()
  const where = (is: (each: ProbeDeed) => boolean) =>
    answered
      .filter(is)
      .map(({ name }) => name)
      .sort()

  // Differences, by their kind.
  for (const kind of ['token', 'body', 'media type', 'field'])
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
  const namesOfStatus = namesOf(differs.filter(({ kind }) => kind === 'status'))
  const isStatus = (each: ProbeDeed) => namesOfStatus.includes(each.name)
  for (const name of where(each => kindsOf(each).includes('status')))
    expect(namesOfStatus).toContain(name)
  for (const each of answered.filter(isStatus)) expect(mayDiffer(each), each.name).toBe(true)
  // What may be a bound is a difference only if a plant is refused for the same cause that no bound is about.
  const isOfCause = (one: ProbeDeed) => (other: ProbeDeed) =>
    one.status === other.status && one.refusal === other.refusal
  const mayBeBound = ({ expectation, status }: ProbeDeed) =>
    expectation.kind === 'bounded' && status >= 400 && status < 500
  for (const each of answered.filter(mayBeBound)) {
    const others = answered.filter(isOfCause(each)).filter(mayDiffer)
    expect(!others.every(mayBeBound), each.name).toBe(isStatus(each))
  }
  expect(untoldCauses(groups, answered)).toEqual([])
  expect(code).toBe(summary.stopped ? 3 : differs.length > 0 ? 1 : summary.inconclusive > 0 ? 3 : 0)

  // What is left open.
  const linesOf = (pattern: RegExp) => told.filter(({ text }) => pattern.test(text))
  const isRefused = (each: ProbeDeed) =>
    each.expectation.kind === 'bounded' && each.status >= 400 && !isStatus(each)
  expect(namesOf(linesOf(/^refuses (?!the media type|the scheme|a plant with)/))).toEqual(
    where(isRefused),
  )
  for (const { text, probes: shown } of linesOf(/^refuses \d+ of/)) {
    const [, count] = /^refuses (\d+) of /.exec(text) ?? []
    expect(Number(count)).toBe(shown.length)
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
  const isSilent = ({ status }: ProbeDeed) => status === 0
  const inconclusive = groups.filter(({ group }) => group === 'inconclusive')
  expect(namesOf(inconclusive)).toEqual(
    where(each => isSilent(each) && each.expectation.isSpecified === true),
  )
  expect(namesOf(linesOf(/^no response to /))).toEqual(
    where(each => isSilent(each) && !each.expectation.isSpecified),
  )
  for (const { text, probes } of told) {
    const [, count] = /(\d+) (?:request|value|plant)s?\b/.exec(text) ?? []
    if (count && !/^refuses|^a Plant/.test(text)) expect(Number(count), text).toBe(probes.length)
  }
  expect(namesOf(linesOf(/^\d+ without an Error /))).toEqual(
    where(
      each =>
        each.isOperation &&
        each.status > 400 &&
        each.status < 500 &&
        each.shape !== 'Error' &&
        !isStatus(each),
    ),
  )
  // What differs is not told a second time.
  const failed = (each: ProbeDeed) => each.status >= 500 && !isStatus(each)
  for (const name of namesOf(linesOf(/^5\d\d for /))) expect(where(failed)).toContain(name)
  for (const each of answered.filter(failed))
    if (!each.isPlant) expect(namesOf(linesOf(/^5\d\d for /)), each.name).toContain(each.name)
  expect(namesOf(linesOf(/^2\d\d for |^makes texts of/))).toEqual(
    where(
      each =>
        !isSilent(each) &&
        each.status < 300 &&
        each.expectation.isRefused === true &&
        kindsOf(each).length === 0,
    ),
  )

  // Every probe is counted once.
  const isDifferent = (each: ProbeDeed) => kindsOf(each).length > 0 || isStatus(each)
  const conforms = groups.find(({ group }) => group === 'conforms')?.probes ?? []
  expect([...conforms].sort()).toEqual(
    where(
      each =>
        each.expectation.isSpecified === true &&
        !isSilent(each) &&
        !isDifferent(each) &&
        !isRefused(each),
    ),
  )
  expect(summary.differs).toBe(where(isDifferent).length)
  expect(summary.conforms).toBe(conforms.length)
  const { conforms: alike, differs: different, leftOpen, inconclusive: silent } = summary
  expect(alike + different + leftOpen + silent).toBe(summary.probes)
}

/** Whether another status than that of a success may be a difference. */
const mayDiffer = ({ expectation, status }: ProbeDeed) =>
  expectation.isSpecified === true && !expectation.isRefused && status !== successStatus

const fieldsIn = (title: string) =>
  /^(name|tag)(?: and (name|tag))? (?:came|did)/.exec(title)?.slice(1) ?? []

/** What the specification says of a response, as the service itself knows it. */
function kindsOf({
  name,
  expectation,
  isPlant,
  isOperation,
  status,
  shape,
  spoilt,
}: ProbeDeed): string[] {
  const { isSpecified, isRefused } = expectation
  const isSuccess = status < 300
  if (!isOperation || status === 0) return []
  const kinds: string[] = []
  if (isSpecified && isRefused) {
    if (isSuccess) kinds.push('token')
  } else if (isSpecified && status !== successStatus) {
    if (!(expectation.kind === 'bounded' && status >= 400 && status < 500)) kinds.push('status')
  }
  const hasPlant = status === successStatus || (isSuccess && isPlant)
  if ((hasPlant && shape !== 'Plant') || (status === 400 && shape !== 'Error')) kinds.push('body')
  if (hasPlant && isPlant && spoilt.length > 0 && name !== 'an id that already exists')
    kinds.push('field')
  return kinds
}
