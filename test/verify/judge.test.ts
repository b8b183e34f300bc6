// What the specification says of the response to each rule.
import { describe, expect, test } from 'vitest'
import { errorBody, path, requestExample, successStatus } from '../../generated/contract.ts'
import { createMockStore } from '../../mock/store/store.ts'
import { EXAMPLE_ID } from '../../mock/verify/bodies.ts'
import { withoutToken } from '../../mock/verify/request-rules.ts'
import { type Difference, type Outcome, type Rule, sendAll } from '../../mock/verify/rule.ts'
import { rules } from '../../mock/verify/rules.ts'

type Break = (outcome: Outcome) => Outcome

const responses = await Promise.all(
  rules.map(async rule => {
    const requests = rule.requests(EXAMPLE_ID, 'token')
    const outcome = await sendAll(requests, 'http://mock', createMockStore().fetch)
    return { rule, request: requests.at(-1) ?? {}, outcome }
  }),
)

/** What differs, by rule, at the mock with one response broken. */
function judgeAll(broken: Rule | undefined, breakOutcome: Break): Record<string, Difference[]> {
  const judged = responses.map(({ rule, request, outcome }) => {
    const received = rule === broken ? breakOutcome(outcome) : outcome
    return [rule.name, rule.judge(received, request)] as const
  })
  return Object.fromEntries(judged.filter(([, differences]) => differences.length > 0))
}

const plant = JSON.stringify({ ...requestExample, id: undefined })
const withStatus = (status: number, body?: string) => (outcome: Outcome) => ({
  ...outcome,
  status,
  body: body ?? outcome.body,
})

/** Breaks what the specification says about a rule. */
function breakerOf({ name, isSpecified }: Rule): [Break, title: string] {
  if (!isSpecified) return [withStatus(400, '{}'), '400 whose body is not an Error']
  if (withoutToken.some(rule => rule.name === name))
    return [withStatus(successStatus + 2, plant), `${successStatus + 2} without a bearer token`]
  const status = successStatus + 1
  return [withStatus(status), `${status} in place of ${successStatus} for a valid NewPlant`]
}

const isOperation = (rule: Rule) => {
  const request = rule.requests(EXAMPLE_ID, 'token').at(-1)
  return request?.method === undefined && (request?.path ?? path) === path
}

test('The mock breaks no rule', () => {
  expect(judgeAll(undefined, outcome => outcome)).toEqual({})
})

test.each(rules.filter(isOperation))(
  'A service that breaks only this rule is reported: $name',
  rule => {
    const [breakOutcome, title] = breakerOf(rule)
    const found = judgeAll(rule, breakOutcome)
    expect(Object.keys(found)).toEqual([rule.name])
    expect(found[rule.name]?.map(difference => difference.title)).toEqual([title])
  },
)

test.each(rules.filter(rule => !isOperation(rule)))(
  'Other methods, paths and queries are unspecified: $name',
  rule => {
    for (const status of [successStatus, 400, 500])
      expect(judgeAll(rule, withStatus(status, '{}'))).toEqual({})
  },
)

test('Each rule is specified or says what is not', () => {
  for (const rule of rules) expect(rule.isSpecified || rule.open).toBeTruthy()
})

describe('the body of a response', () => {
  const bounded = rules.find(({ open }) => open === 'bounds') as Rule
  const [request = {}] = bounded.requests(EXAMPLE_ID, 'token')
  const titles = (status: number, body: string, type: string) =>
    bounded
      .judge({ status, headers: { 'content-type': type }, body }, request)
      .map(({ title }) => title)
  const error = JSON.stringify(errorBody(400, 'No'))

  test.each<[what: string, status: number, body: string, type: string, titles: string[]]>([
    ['a Plant', successStatus, plant, 'Application/JSON; charset=utf-8', []],
    [
      'a Plant of another media type',
      successStatus,
      plant,
      'text/plain',
      [`${successStatus} whose Content-Type is text/plain, not application/json`],
    ],
    [
      'an Error of another media type',
      400,
      error,
      'application/problem+json',
      ['400 whose Content-Type is application/problem+json, not application/json'],
    ],
    [
      'another plant',
      successStatus,
      '{"name":"Ficus","tag":"tropical"}',
      'application/json',
      [`${successStatus} whose Plant has another name`],
    ],
    [
      'a null where there should be a string or nothing',
      successStatus,
      '{"name":"Monstera","tag":null}',
      'application/json',
      [`${successStatus} whose body is not a Plant`],
    ],
    ['a page', 400, '<h1>No</h1>', 'text/html', ['400 whose body is not an Error']],
    [
      'an Error whose number is no int32',
      400,
      '{"error":2147483648,"message":"No"}',
      'application/json',
      ['400 whose body is not an Error'],
    ],
    ['a refusal by a status of its own, within bounds', 422, '', 'text/html', []],
  ])('%s', (_what, status, body, type, expected) => {
    expect(titles(status, body, type)).toEqual(expected)
  })
})
