// What is claimed came twice in a row, and bounds are exact: what is sent again, and what becomes of what was sent first.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorBody, successStatus } from '../../generated/contract.ts'
import { ReadResponse } from '../../mock/contract/response.ts'
import { type PlannedProbe, planProbes } from '../../mock/verify/requests/plan.ts'
import { Again } from '../../mock/verify/run/again.ts'
import { findBounds } from '../../mock/verify/run/bounds.ts'
import { confirm } from '../../mock/verify/run/confirm.ts'
import { kindOfResult, NoResponse, type Result } from '../../mock/verify/run/result.ts'
import { TOKEN, textLength } from './sample-service.ts'

const plan = planProbes({
  token: TOKEN,
  firstId: 1000n,
  plants: 20,
  seed: 1,
  rightTokenOnly: true,
})

const read = (status: number, body: unknown) =>
  new ReadResponse({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const plainBody = { name: 'Monstera' }
const respond = (status: number) =>
  read(status, status === successStatus ? plainBody : errorBody(status, 'No'))

function find(wanted: string): PlannedProbe {
  const found = plan.probes.find(({ probe: { name } }) => name === wanted)
  if (!found) throw new Error(`There is no probe "${wanted}"`)
  return found
}

const plain = find('a plant')
const upperCase = find('name: upper case')

/** Confirms that a plant got a status, where the next ones are these and then the last of them. */
async function confirmed(first: number, next: readonly number[], budget = 24) {
  let sent = 0
  const send = async (planned: PlannedProbe): Promise<Result> => {
    const status =
      planned.probe === plain.probe ? successStatus : next[Math.min(sent++, next.length - 1)]
    return { ...planned, response: respond(status ?? 0), sent }
  }
  const result: Result = { ...upperCase, response: respond(first), sent: 100 }
  const claimsOf = (results: readonly Result[]) => ({
    differences: [],
    others: [results.filter(({ response }) => response.status !== successStatus)],
    lengths: [],
  })
  const again = new Again(plan, { left: budget }, send)
  const { results, leftOut } = await confirm([result], claimsOf, again, TOKEN, plain.probe)
  const [now] = results
  return {
    status: now?.response.status,
    inARow: now?.inARow,
    before: now?.before?.map(({ response }) => response.status),
    leftOut: leftOut.length,
    sent,
  }
}

test.each<[rule: string, first: number, next: number[], is: Awaited<ReturnType<typeof confirmed>>]>(
  [
    [
      'the same twice is claimed',
      400,
      [400],
      { status: 400, inARow: 2, before: undefined, leftOut: 0, sent: 2 },
    ],
    [
      'a success takes its place',
      500,
      [successStatus],
      { status: successStatus, inARow: undefined, before: [500], leftOut: 0, sent: 1 },
    ],
    [
      'a success after the same once',
      500,
      [500, successStatus],
      { status: successStatus, inARow: undefined, before: [500, 500], leftOut: 0, sent: 2 },
    ],
    [
      'another failure that comes again takes its place',
      401,
      [500],
      { status: 500, inARow: 2, before: [401], leftOut: 0, sent: 3 },
    ],
    [
      'another refusal, once between, is not counted',
      400,
      [404, 400],
      { status: 400, inARow: 2, before: undefined, leftOut: 0, sent: 3 },
    ],
    [
      'what changes each time is not claimed as confirmed',
      400,
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 404 : 500)),
      { status: 400, inARow: undefined, before: undefined, leftOut: 0, sent: 23 },
    ],
  ],
)('%s', async (_, first, next, is) => {
  expect(await confirmed(first, next)).toEqual(is)
})

test('what came again is told, and not a text that came once', async () => {
  const send = async (planned: PlannedProbe): Promise<Result> => ({
    ...planned,
    response: respond(400),
    sent: 1,
  })
  const first = { ...upperCase, response: read(400, errorBody(400, 'For once')), sent: 100 }
  const claimsOf = (results: readonly Result[]) => ({
    differences: [],
    others: [results],
    lengths: [],
  })
  const again = new Again(plan, { left: 24 }, send)
  const { results } = await confirm([first], claimsOf, again, TOKEN, plain.probe)
  expect(results).toMatchObject([{ response: respond(400), sent: 100, inARow: 2 }])
})

test('a response that breaks off is not of the kind of a connection that is lost', () => {
  const kinds = [new NoResponse('lost'), new NoResponse('lost', '', successStatus)].map(response =>
    kindOfResult({ response }),
  )
  expect(new Set(kinds).size).toBe(2)
})

test('without a budget nothing is sent', async () => {
  expect(await confirmed(400, [successStatus], 1)).toMatchObject({ status: 400, sent: 0 })
})

test('a bound is the true one, at whatever length, also where one request fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.option(fc.nat(12)),
      async (longest, isTaken, more, hiccup) => {
        const longestTaken = Math.min(longest, isTaken)
        const known = { longestTaken, longestOfAll: longestTaken, shortestRefused: longest + more }
        let sent = 0
        const send = async (planned: PlannedProbe): Promise<Result> => {
          const isRefused = textLength(planned.requests[0]?.body, 'name') > longest
          const status = sent++ === hiccup ? 500 : isRefused ? 400 : successStatus
          return { ...planned, response: respond(status), sent }
        }
        const kind = kindOfResult({ response: respond(400) })
        const halves = new Again(plan, { left: 20 }, send)
        const again = new Again(plan, { left: 24 }, send)
        const bounds = await findBounds([{ field: 'name', kind, ...known }], halves, again)
        expect(bounds).toEqual([{ field: 'name', kind, longest, unit: 'characters' }])
        expect([...halves.transients, ...again.transients]).toHaveLength(
          hiccup !== null && hiccup < sent ? 1 : 0,
        )
      },
    ),
  )
})
