// What the specification says of the response to each probe.

import { describe, expect, test } from 'vitest'
import { errorBody, successStatus as ok, path, requestExample } from '../../generated/contract.ts'
import type { Difference } from '../../mock/contract/judge.ts'
import { HIDE_NOTHING, ReadResponse, type ReceivedResponse } from '../../mock/contract/response.ts'
import { wordsOf } from '../../mock/contract/words.ts'
import { createMockStore } from '../../mock/store/reference-store.ts'
import { BOUNDED, REFUSED } from '../../mock/verify/requests/expectations.ts'
import { EXAMPLE_ID } from '../../mock/verify/requests/plant-json.ts'
import { type Probe, sendAll } from '../../mock/verify/requests/probe.ts'
import { probes } from '../../mock/verify/requests/probes.ts'

type Break = (outcome: ReceivedResponse) => ReceivedResponse

const responses = await Promise.all(
  probes.map(async probe => {
    const requests = probe.requests(EXAMPLE_ID, 'token')
    const outcome = await sendAll(requests, 'http://mock', createMockStore().fetch)
    return { probe, request: requests.at(-1) ?? {}, outcome }
  }),
)

const titleOf = (difference: Difference) => wordsOf(difference, HIDE_NOTHING).title

/** What differs, by probe, at the mock with one response broken. */
function judgeAll(broken: Probe, breakOutcome: Break): Record<string, Difference[]> {
  const judged = responses.map(({ probe, request, outcome }) => {
    const received = probe === broken ? breakOutcome(outcome) : outcome
    return [probe.name, probe.expectation.judge(new ReadResponse(received), request)] as const
  })
  return Object.fromEntries(judged.filter(([, differences]) => differences.length > 0))
}

const plant = JSON.stringify({ ...requestExample, id: undefined })
const withStatus = (status: number, body?: string) => (outcome: ReceivedResponse) => ({
  ...outcome,
  status,
  body: body ?? outcome.body,
})

/** Breaks what the specification says about a probe. */
function breakerOf({ expectation }: Probe): [Break, title: string] {
  if (!expectation.isSpecified) return [withStatus(400, '{}'), '400 whose body is not an Error']
  if (expectation === REFUSED) return [withStatus(ok + 2, ''), `${ok + 2} without a bearer token`]
  const status = ok + 1
  return [withStatus(status), `${status} in place of ${ok} for a valid NewPlant`]
}

const isOperation = (probe: Probe) => {
  const request = probe.requests(EXAMPLE_ID, 'token').at(-1)
  return request?.method === undefined && (request?.path ?? path) === path
}

test.each(probes.filter(isOperation))(
  'A service that breaks only this probe is reported: $name',
  probe => {
    const [breakOutcome, title] = breakerOf(probe)
    const found = judgeAll(probe, breakOutcome)
    expect(Object.keys(found)).toEqual([probe.name])
    expect(found[probe.name]?.map(titleOf)).toEqual([title])
  },
)

test.each(probes.filter(probe => !isOperation(probe)))(
  'Other methods, paths and queries are unspecified: $name',
  probe => {
    for (const status of [ok, 400, 500])
      expect(judgeAll(probe, withStatus(status, '{}')), `status ${status}`).toEqual({})
  },
)

test('A probe is one request, or two that belong together, and is specified or says what is not', () => {
  expect(new Set(probes.map(each => each.requests(EXAMPLE_ID, '').length))).toEqual(new Set([1, 2]))
  for (const probe of probes)
    expect(probe.expectation.isSpecified || probe.expectation.open, probe.name).toBeTruthy()
})

describe('the body of a response', () => {
  const bounded = probes.find(({ expectation }) => expectation === BOUNDED) as Probe
  const [request = {}] = bounded.requests(EXAMPLE_ID, 'token')
  const titles = (status: number, body: string, type: string) =>
    bounded.expectation
      .judge(new ReadResponse({ status, headers: { 'content-type': type }, body }), request)
      .map(titleOf)
  const error = JSON.stringify(errorBody(400, 'No'))
  const NOT_ADDED = `400 in place of ${ok} for a valid NewPlant`
  const NO_ERROR = [NOT_ADDED, '400 whose body is not an Error']
  const TYPE = 'application/json'

  test.each<[what: string, status: number, body: string, type: string, titles: string[]]>([
    ['a Plant', ok, plant, 'Application/JSON; charset=utf-8', []],
    [
      'a Plant of another media type',
      ok,
      plant,
      'text/plain',
      [`${ok} whose Content-Type is text/plain, not application/json`],
    ],
    [
      'an Error of another media type',
      400,
      error,
      'application/problem+json',
      [NOT_ADDED, '400 whose Content-Type is application/problem+json, not application/json'],
    ],
    ['another plant', ok, '{"name":"Ficus","tag":"tropical"}', TYPE, ['came back as another text']],
    [
      'a null where there should be a string or nothing',
      ok,
      '{"name":"Monstera","tag":null}',
      'application/json',
      [`${ok} whose body is not a Plant`],
    ],
    ['a page', 400, '<h1>No</h1>', 'text/html', NO_ERROR],
    ['an Error without an int32', 400, JSON.stringify(errorBody(2 ** 31, 'No')), TYPE, NO_ERROR],
    [
      'a refusal by a status of its own, which the report leaves open',
      422,
      '',
      'text/html',
      [`422 in place of ${ok} for a valid NewPlant`],
    ],
  ])('%s', (_what, status, body, type, expected) => {
    expect(titles(status, body, type)).toEqual(expected)
  })
})
