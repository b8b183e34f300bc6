// What the console says of scheduled failures and holds, and what it copies.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  describeChoice,
  describeFailure,
  describeScheduled,
  failures,
} from '../../mock/console/next/sentences.ts'
import { toFailure, usualMediaType } from '../../mock/console/next/to-failure.ts'
import { bodyText, describeDuration, inQuotes, visible } from '../../mock/console/text.ts'
import { describeWait, noteOf, statusOf } from '../../mock/console/words.ts'
import { describeStore } from '../../mock/control/to-json.ts'
import type { MockFailure, MockFailureOptions } from '../../mock/store/failure.ts'
import { createReferenceStore, type ReferenceStore } from '../../mock/store/reference-store.ts'
import { add, plant } from '../harness/addition.ts'

test.each([
  [{ times: 1, skip: 0 }, 'Status 503: the next request.'],
  [{ times: 2, skip: 0 }, 'Status 503: the next 2 requests.'],
  [{ times: 'Infinity', skip: 0 }, 'Status 503: every request.'],
  [{ times: 1, skip: 1 }, 'Status 503: after 1 request, the next request.'],
  [{ times: 'Infinity', skip: 2 }, 'Status 503: after 2 requests, every request.'],
  [{ times: 1, skip: 0, match: { id: 7 } }, 'Status 503: the next request with id 7.'],
  [
    { times: 3, skip: 2, match: { id: 9007199254740993n, name: 'Hoya' } },
    'Status 503: after 2 requests with id 9007199254740993 and name "Hoya", the next 3 of them.',
  ],
  [
    { times: 1, skip: 0, match: 'function' },
    'Status 503: the next request that a function accepts.',
  ],
] as const)('A scheduled failure is a sentence: %o', (aim, sentence) => {
  expect(describeScheduled({ id: '1', failure: { status: 503 }, ...aim })).toBe(sentence)
})

test('A scheduled hold is a sentence', () => {
  expect(describeScheduled({ id: '1' })).toBe('Held: the next request.')
  expect(describeScheduled({ id: '1', match: { tag: 'x' } })).toBe(
    'Held: the next request with tag "x".',
  )
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

test('A row says what failed a request, and that it came at random, and how it ended otherwise', () => {
  const request = { url: '/plants', failure: 'cut-short', status: 200, response: {} }
  const noted = (change: object) => noteOf({ ...request, ...change } as never, undefined)
  expect(noted({})).toBe('A body that is cut short')
  expect(noted({ random: true })).toBe('A body that is cut short, at random')
  expect(noted({ failure: { status: 503 } })).toBe('Injected failure')
  expect(noted({ response: undefined, reason: 'The client disconnected' })).toBe(
    'A body that is cut short · The client disconnected',
  )
  expect(noted({ inFlight: 'no-answer' })).toBe('Without an answer until its client leaves')
})

test('A row says that a handler answered', () => {
  const request = { url: '/plants', handler: true, status: 201, response: {} }
  expect(noteOf(request as never, undefined)).toBe('Answered by a handler')
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
  [{ status: 500, body: ' \n' }, 'status 500 (body " \\n")'],
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

test('The numbered lines, gone down one after the other, say what each request meets, whatever was scheduled', async () => {
  const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 7 })
  const ids = fc.array(fc.constantFrom(7, 8), { maxLength: 8 })
  const property = fc.asyncProperty(steps, ids, async (steps, ids) => {
    const store = createReferenceStore({})
    for (const [index, step] of steps.entries()) STEPS[step]?.(store, 500 + index)
    const sentences = describeStore(store).scheduled.map(describeScheduled)
    const readers = sentences.map(read)
    const holds = readers.filter(({ status }) => Number.isNaN(status))
    const failures = readers.filter(({ status }) => !Number.isNaN(status))
    expect(readers, 'holds come first').toEqual([...holds, ...failures])
    for (const id of ids) {
      const adding = add(store, plant(id))
      await new Promise(resolve => setImmediate(resolve))
      const { held } = describeStore(store)
      const isHeld = holds.some(reader => reader.takes(id))
      expect(held.length, `${id}: ${sentences.join(' ')}`).toBe(isHeld ? 1 : 0)
      for (const hold of held) store.state.holds.get(hold.id)?.release()
      const said = failures.find(reader => reader.takes(id))
      expect((await adding).status, `${id}: ${sentences.join(' ')}`).toBe(
        said?.status ?? successStatus,
      )
    }
  })
  await fc.assert(property, { numRuns: 300, endOnFailure: true })
})

test('A request that is sent on says so from then on', () => {
  const waiting = { inFlight: 'forwarded' }
  expect([statusOf(waiting as never), describeWait(waiting as never)]).toEqual([
    'wait',
    'Not sent to the service yet',
  ])
  const sent = { ...waiting, forwarded: true }
  expect([statusOf(sent as never), describeWait(sent as never)]).toEqual([
    '→wait',
    'Forwarded: the service has not answered yet',
  ])
})

test('Spacing JSON anew changes nothing else of it, in random runs', () => {
  expect(
    bodyText({ body: null, text: '{"id":1e400,"n":[1.0,-0, 1e3],"o":{ },"id":"\\u200b"}' }, '  '),
  ).toBe(
    '{\n  "id": 1e400,\n  "n": [\n    1.0,\n    -0,\n    1e3\n  ],\n  "o": {},\n  "id": "\\u200b"\n}',
  )
  const property = fc.property(
    fc.json({ maxDepth: 4 }),
    fc.constantFrom(0, 1, 3),
    (json, space) => {
      const value: unknown = JSON.parse(json)
      const text = JSON.stringify(value, null, space)
      expect(bodyText({ body: value, text })).toBe(JSON.stringify(value))
      expect(bodyText({ body: value, text }, '  ')).toBe(JSON.stringify(value, null, 2))
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('What could not be seen is shown, and nothing else is changed', () => {
  expect(visible('a\u200bb\u00adc\u202ed\r\n\te é 植物 "\\u200b"')).toBe(
    'a\\u200bb\\u00adc\\u202ed\r\n\te é 植物 "\\u200b"',
  )
  expect(['\u00a0', 'a\u3164b', '\u2003'].map(visible)).toEqual(['\\u00a0', 'a\\u3164b', '\\u2003'])
  expect([' ', ' a', 'a ', 'a b', ''].map(inQuotes)).toEqual(['" "', '" a"', '"a "', 'a b', ''])
})

test.each<[text: string, headers: Record<string, string>, MockFailure]>([
  ['{"a":1}', { 'content-type': 'application/json' }, { status: 418, headers: {}, body: { a: 1 } }],
  // Each would be another text as a value.
  ...['"Invalid token"', '1.0', '{"a":1.0}', '{ "a": 1 }', '1e400'].map(
    (text): [string, Record<string, string>, MockFailure] => [
      text,
      { 'content-type': 'application/json' },
      { status: 418, headers: { 'content-type': 'application/json' }, body: text },
    ],
  ),
  [
    'no',
    { 'content-type': 'text/plain' },
    { status: 418, headers: { 'content-type': 'text/plain' }, body: 'no' },
  ],
  ['no', {}, { status: 418, headers: {}, body: 'no' }],
  ['{"a":1}', {}, { status: 418, headers: {}, body: '{"a":1}' }],
])(
  'A failure like a response of %s with %o sends the same again',
  async (text, headers, failure) => {
    expect(toFailure(418, headers, text)).toEqual(failure)
    const store = createReferenceStore({})
    store.failNext(toFailure(418, headers, text))
    const response = await store.fetch('http://a.test/plants', { method: 'POST' })
    expect(await response.text()).toBe(text)
    if (headers['content-type'])
      expect(response.headers.get('content-type')).toBe(headers['content-type'])
  },
)

test('A response of one’s own has the usual media type where it is JSON, and none where it is not', () => {
  expect(usualMediaType(418, '1.0')).toEqual({ 'content-type': 'application/json' })
  expect(usualMediaType(418, 'no')).toEqual({})
})

/** Takes a sentence of the list at its word. */
function read(sentence: string): { status: number; takes: (id: number) => boolean } {
  let skip = Number(/after (\d+)/i.exec(sentence)?.[1] ?? 0)
  let times = /every/i.test(sentence) ? Infinity : Number(/next (\d+)/.exec(sentence)?.[1] ?? 1)
  const takes = (id: number) => {
    if (times === 0 || (sentence.includes('with id 7') && id !== 7)) return false
    return skip > 0 ? skip-- < 0 : times-- > 0
  }
  return { status: Number(/Status (\d+)/.exec(sentence)?.[1]), takes }
}

const fail = (options: MockFailureOptions) => (store: ReferenceStore, status: number) =>
  store.failNext({ status }, options)

/** The failures have statuses of their own, by which they are told apart. */
const STEPS: Readonly<Record<string, (store: ReferenceStore, status: number) => void>> = {
  fail: fail({}),
  'fail 2': fail({ times: 2 }),
  'fail all': fail({ times: Infinity }),
  'fail 7': fail({ match: { id: 7 } }),
  'fail all 7': fail({ times: Infinity, match: { id: 7 } }),
  'after 1': fail({ skip: 1 }),
  'after 2 all': fail({ skip: 2, times: Infinity }),
  'after 1 for 7': fail({ skip: 1, match: { id: 7 } }),
  hold: store => store.holdNext(),
  'hold 7': store => store.holdNext({ match: { id: 7 } }),
}
