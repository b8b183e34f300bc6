// What the console says of scheduled failures and holds, and what it copies.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { toRestartCommand } from '../../mock/console/commands.ts'
import {
  describeChoice,
  describeDuration,
  describeFailure,
  describeHold,
  describeInOrder,
  describeInRow,
  describeScheduled,
  failures,
} from '../../mock/console/words.ts'
import { describeStore } from '../../mock/control/to-json.ts'
import type { MockState } from '../../mock/control/types.ts'
import type { MockFailure, MockFailureOptions } from '../../mock/store/failure.ts'
import { createReferenceStore, type ReferenceStore } from '../../mock/store/reference-store.ts'
import { add, plant } from '../harness/addition.ts'

test.each([
  [{ times: 1, skip: 0 }, 'The next request gets status 503.'],
  [{ times: 2, skip: 0 }, 'The next 2 requests get status 503.'],
  [{ times: 'Infinity', skip: 0 }, 'Every request gets status 503.'],
  [{ times: 1, skip: 1 }, 'After 1 request, the next request gets status 503.'],
  [{ times: 'Infinity', skip: 2 }, 'After 2 requests, every request gets status 503.'],
  [{ times: 1, skip: 0, match: { id: 7 } }, 'The next request with id 7 gets status 503.'],
  [
    { times: 3, skip: 2, match: { id: 9007199254740993n, name: 'Hoya' } },
    'After 2 requests with id 9007199254740993 and name "Hoya", the next 3 of them get status 503.',
  ],
  [
    { times: 1, skip: 0, match: 'function' },
    'The next request that a function accepts gets status 503.',
  ],
] as const)('A scheduled failure is a sentence: %o', (aim, sentence) => {
  expect(describeScheduled({ failure: { status: 503 }, ...aim })).toBe(sentence)
})

test('A scheduled hold is a sentence', () => {
  expect(describeHold({})).toBe('The next request will be held.')
  expect(describeHold({ match: { tag: 'x' } })).toBe('The next request with tag "x" will be held.')
})

test('A duration is in the unit that suits it', () => {
  expect([0.4, 9.96, 12.4, 999, 2_100].map(describeDuration)).toEqual([
    '0.4 ms',
    '10 ms',
    '12 ms',
    '999 ms',
    '2.1 s',
  ])
})

test('A row says that a failure came at random, since its colour does not', () => {
  const request = { failure: 'cut-short', status: 200, response: {} }
  expect(describeInRow(request as never)).toBe('Cut short')
  expect(describeInRow({ ...request, random: true } as never)).toBe('Cut short, at random')
})

test('A row says that a handler answered', () => {
  const request = { handler: true, status: 201, response: {} }
  expect(describeInRow(request as never)).toBe('Answered by a handler')
})

test('Each failure but the first is for requests that those above do not take', () => {
  const store = createReferenceStore({})
  arm(store, 'fail all', 'fail', 'after 1 for 7')
  expect(describeInOrder(stateOf(store).failures)).toEqual([
    'Every request gets status 500.',
    'Once the line for every request is removed, the next request gets status 501.',
    'Once the line for every request is removed, after 1 request with id 7, the next of them gets status 502.',
  ])
  store.clearFailures()
  arm(store, 'fail 2', 'fail', 'after 1 for 7', 'fail all')
  expect(describeInOrder(stateOf(store).failures)).toEqual([
    'The next 2 requests get status 500.',
    'Then the next request gets status 501.',
    'Then after 1 request with id 7, the next of them gets status 502.',
    'Of the rest, every request gets status 503.',
  ])
})

test.each<[MockFailure, string]>([
  [{ status: 503 }, 'status 503'],
  [{ status: 503, headers: { 'retry-after': '1' } }, 'status 503 (Retry-After: 1)'],
  [{ status: 500, body: '' }, 'status 500 (empty body)'],
  [{ status: 418, body: { id: 2n ** 60n } }, 'status 418 (body {"id":1152921504606846976})'],
  [
    { status: 200, body: 'x'.repeat(99) },
    `status 200 (body ${'x'.repeat(60)}…; no plant is added)`,
  ],
  [
    { status: 429, headers: { a: '1', b: '2'.repeat(30), c: '3', d: '4' } },
    `status 429 (A: 1; B: ${'2'.repeat(24)}…; C: 3; 4 headers in all)`,
  ],
  [
    { status: 429, headers: { a: '1', b: '2', c: '3' }, body: 'x'.repeat(60) },
    `status 429 (A: 1; B: 2; C: 3; body ${'x'.repeat(60)})`,
  ],
  [{ status: 304, body: 'text' }, 'status 304 (empty body)'],
  ['cut-short', 'a body that is cut short'],
])('What a failure does is said: %o', (failure, text) => {
  expect(describeFailure(failure)).toBe(text)
})

test('Each button says what it does, headers included, and that no plant is added', () => {
  const hints = failures.map(describeChoice)
  expect(hints).toContain('Status 503: unavailable. No plant is added.')
  expect(hints).toContain('A network error: connection reset. No plant is added.')
  expect(hints).toContain(
    'Status 503 (Retry-After: 1): unavailable for a second. No plant is added.',
  )
  expect(hints).toContain('Status 429 (Retry-After: 1): slow down. No plant is added.')
  for (const hint of hints) expect(hint).toMatch(/^[A-Z].*\. No plant is added\.$/)
})

test('The list says which failure each request gets, whatever was armed', async () => {
  const failures = Object.keys(STEPS).filter(step => /fail|after/.test(step))
  const steps = fc.array(fc.constantFrom(...failures), { maxLength: 6 })
  const ids = fc.array(fc.constantFrom(7, 8), { maxLength: 8 })
  const property = fc.asyncProperty(steps, ids, async (steps, ids) => {
    const store = createReferenceStore({})
    arm(store, ...steps)
    const sentences = describeInOrder(stateOf(store).failures)
    const readers = sentences.map(read)
    for (const id of ids) {
      const { status } = await add(store, plant(id))
      const said = readers.find(reader => reader.takes(id))
      expect(status, sentences.join(' ')).toBe(said?.status ?? successStatus)
    }
  })
  await fc.assert(property, { numRuns: 500 })
})

test('The command that starts a mock again has its options', () => {
  const options = { latency: [5, 9], failureRate: 0.1, maxRequests: 7, unknownFields: 'reject' }
  const state = { basePath: '/v1', options: { port: 4010, accessTokens: 2, plants: 3, ...options } }
  const command = toRestartCommand(state as never, "it's")
  expect(command).toBe(
    "npx plant-store-client mock --port 4010 --failure-rate 0.1 --max-requests 7 --unknown-fields reject --base-path /v1 --latency 5-9 --token 'it'\\''s' --token '<ACCESS_TOKEN>'",
  )
})

/** Takes a sentence of the list at its word. */
function read(sentence: string): { status: number; takes: (id: number) => boolean } {
  let skip = Number(/after (\d+)/i.exec(sentence)?.[1] ?? 0)
  let times = /every/i.test(sentence) ? Infinity : Number(/next (\d+)/.exec(sentence)?.[1] ?? 1)
  const takes = (id: number) => {
    if (times === 0 || (sentence.includes('with id 7') && id !== 7)) return false
    return skip > 0 ? skip-- < 0 : times-- > 0
  }
  return { status: Number(/status (\d+)/.exec(sentence)?.[1]), takes }
}

/** Takes each step. The failures have statuses of their own, by which they are told apart. */
function arm(store: ReferenceStore, ...steps: string[]): void {
  for (const [index, step] of steps.entries()) STEPS[step]?.(store, 500 + (index % 100))
}

const fail = (options: MockFailureOptions) => (store: ReferenceStore, status: number) =>
  store.failNext({ status }, options)

const STEPS: Readonly<Record<string, (store: ReferenceStore, status: number) => void>> = {
  fail: fail({}),
  'fail 2': fail({ times: 2 }),
  'fail all': fail({ times: Infinity }),
  'fail 7': fail({ match: { id: 7 } }),
  'fail all 7': fail({ times: Infinity, match: { id: 7 } }),
  'after 1': fail({ skip: 1 }),
  'after 2 all': fail({ skip: 2, times: Infinity }),
  'after 1 for 7': fail({ skip: 1, match: { id: 7 } }),
}

/** What the page knows of a store. */
const stateOf = (store: ReferenceStore): MockState => ({
  epoch: '',
  sessions: 0,
  basePath: '',
  ...describeStore(store),
})
