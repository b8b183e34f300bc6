// What the console says of pending failures and holds, and what it copies.
import vm from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAddPlantCall, toRestartCommand } from '../../mock/console/commands.ts'
import {
  describeDuration,
  describeHold,
  describeInOrder,
  describeNext,
  describeScheduled,
} from '../../mock/console/words.ts'

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
] as const)('A pending failure is a sentence: %o', (aim, sentence) => {
  expect(describeScheduled({ failure: { status: 503 }, ...aim })).toBe(sentence)
})

test('A pending hold is a sentence', () => {
  expect(describeHold({})).toBe('The next request will be held.')
  expect(describeHold({ match: { tag: 'x' } })).toBe('The next request with tag "x" will be held.')
})

test('A copied call of the client has the plant of the request, an unsafe id as a bigint', () => {
  expect(toAddPlantCall({ tag: 'x', id: 9007199254740993n, name: "L'été", more: 1 })).toBe(
    'const result = await client.addPlant({ name: "L\'été", tag: "x", id: 9007199254740993n })',
  )
  expect(toAddPlantCall([1])).toBeUndefined()
  expect(toAddPlantCall('text')).toBeUndefined()
  expect(toAddPlantCall(undefined)).toBeUndefined()
})

test('A copied call gives the client what was sent, whatever it was', () => {
  const value = fc.oneof(fc.bigInt(), fc.integer(), fc.string(), fc.jsonValue())
  const property = fc.property(value, name => {
    const sent: unknown[] = []
    const client = { addPlant: (plant: unknown) => sent.push(plant) }
    vm.runInNewContext(`(async () => { ${toAddPlantCall({ name })} })()`, { client })
    expect(JSON.stringify(sent[0], exact)).toBe(JSON.stringify({ name }, exact))
  })
  fc.assert(property, { numRuns: 200 })
})

const exact = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

test('A duration is in the unit that suits it', () => {
  expect([0.4, 9.96, 12.4, 999, 2_100].map(describeDuration)).toEqual([
    '0.4 ms',
    '10 ms',
    '12 ms',
    '999 ms',
    '2.1 s',
  ])
})

test('The command that starts the server again has its options', () => {
  const state = {
    basePath: '/it s',
    options: {
      accessTokens: 1,
      allowedHosts: ['a.test', 'b.test'],
      host: '0.0.0.0',
      duplicateIds: 'reject',
      latency: [1, 5],
      failureRate: 0.5,
    },
  }
  expect(toRestartCommand(state as never, '4010')).toBe(
    "npx plant-store-client mock --port 4010 --base-path '/it s' --token '<ACCESS_TOKEN>' --allowed-host a.test --allowed-host b.test --latency 1-5 --host 0.0.0.0 --duplicate-ids reject --failure-rate 0.5",
  )
  expect(toRestartCommand({ basePath: '', options: {} } as never, '80')).toBe(
    'npx plant-store-client mock --port 80',
  )
})

const noAnswer = { id: '2', failure: 'no-answer', times: 1, skip: 0 } as const

test.each([
  [
    { times: 'Infinity', skip: 0 },
    {},
    'Once status 500 is removed, the next request gets no answer.',
  ],
  [{ times: 1, skip: 0 }, {}, 'Then the next request gets no answer.'],
  [{ times: 1, skip: 1 }, {}, 'The next request gets no answer.'],
  [
    { times: 'Infinity', skip: 0, match: { id: 7 } },
    { match: { id: 8 } },
    'The next request with id 8 gets no answer.',
  ],
  [
    { times: 'Infinity', skip: 0, match: { id: 7 } },
    { match: { id: 7, name: 'Hoya' } },
    'Once status 500 is removed, the next request with id 7 and name "Hoya" gets no answer.',
  ],
] as const)('A failure says which one comes before it: after %o, %o', (first, aim, sentence) => {
  const failure = { id: '1', failure: { status: 500 }, ...first }
  expect(describeInOrder([failure, { ...noAnswer, ...aim }])[1]).toBe(sentence)
})

test.each([
  [[], [], 0, 'Nothing is pending: a request is answered as usual.'],
  [[], [], 0.5, 'Nothing is pending: a request is answered, or fails at random.'],
  [[noAnswer], [], 0, 'The next request gets no answer.'],
  [[{ ...noAnswer, skip: 1 }], [], 0, 'The next request is answered as usual.'],
  [
    [{ ...noAnswer, match: { id: 7 } }],
    [],
    0,
    'The next request is answered as usual, unless one below is aimed at it.',
  ],
  [
    [noAnswer],
    [{ id: '3' }],
    0,
    'The next request is held, and gets no answer when it is released.',
  ],
  [[], [{ id: '3' }], 0, 'The next request will be held.'],
] as const)('What the next request will meet: %o, %o', (failures, holds, failureRate, sentence) => {
  const counts = { failureCount: failures.length, holdCount: holds.length }
  const state = { failures, holds, settings: { failureRate }, ...counts }
  expect(describeNext(state as never)).toBe(sentence)
})
