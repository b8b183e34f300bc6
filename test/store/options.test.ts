// The options of the store: what each may be, and what is said of wrong ones.
import { createMockStore, type MockStoreOptions } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'
import { add } from '../harness/addition.ts'

const TOKENS =
  'accessTokens must be an array of bearer tokens: A-Z a-z 0-9 - . _ ~ + / with = at the end'
const LATENCY =
  'latency must be a number of milliseconds, or an array [min, max] with min at most max'
const RATE = 'failureRate must be a number from 0 to 1'

describe('a wrong option throws a TypeError that names each problem:', () => {
  test.each<[object, string]>([
    [{ accessTokens: 'token' }, TOKENS],
    [{ accessTokens: ['token', ''] }, TOKENS],
    [{ accessTokens: ['a b'] }, TOKENS],
    [{ accessTokens: ['a=b'] }, TOKENS],
    [{ accessTokens: ['a', 7] }, TOKENS],
    [{ duplicateIds: true }, "duplicateIds must be 'accept' or 'reject'"],
    [{ latency: -1 }, LATENCY],
    [{ latency: '5' }, LATENCY],
    [{ latency: 2 ** 31 }, LATENCY],
    [{ latency: [1] }, LATENCY],
    [{ latency: [1, 2, 3] }, LATENCY],
    [{ latency: [2, 1] }, LATENCY],
    [{ latency: [-1, 1] }, LATENCY],
    [{ latency: [1, '2'] }, LATENCY],
    [{ failureRate: -0.1 }, RATE],
    [{ failureRate: 1.1 }, RATE],
    [{ failureRate: Number.NaN }, RATE],
    [{ randomSeed: 1.5 }, 'randomSeed must be an integer'],
    [{ maxBodyBytes: -1 }, 'maxBodyBytes must be a number of bytes, 0 or more'],
    [{ maxRequests: -1 }, 'maxRequests must be an integer, 0 or more'],
    [{ unknownFields: 'drop' }, "unknownFields must be 'ignore' or 'reject'"],
    [{ maxRequests: 1.5 }, 'maxRequests must be an integer, 0 or more'],
    [{ plants: {} }, 'plants must be an array of plants'],
    [
      { plants: [{ id: 1, name: 'a' }, { id: 1.5 }] },
      'plants/1/name is required; plants/1/id must be an integer',
    ],
    [{ tokens: ['a'] }, 'tokens is not an option of the mock store'],
    [[], 'options must be an object'],
    [new Map(), 'options must be a plain object'],
    [
      { failureRate: 2, latency: -1, port: 1 },
      `${RATE}; ${LATENCY}; port is not an option of the mock store`,
    ],
  ])('%j', (options, message) => {
    const create = () => createMockStore(options)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(expect.objectContaining({ message }))
  })

  test('of many wrong plants in a short message', () => {
    const plants = Array.from({ length: 1_000 }, () => ({}) as never)
    expect(() => createMockStore({ plants })).toThrow(
      /^plants\/0\/name is required; .*; plants\/49\/id is required; plants may have more problems after 49$/,
    )
  })
})

test('by default there are no plants to start with, requests are not delayed and repeated ids accepted, a body has at most 1 MiB, and the journal keeps 1,000 requests', async () => {
  const store = createMockStore()
  expect(store.plants).toEqual([])
  for (let count = 0; count <= 1_000; count++) expect((await add(store)).status).toBe(200)
  expect(store.requests).toHaveLength(1_000)
  for (const [size, status] of [
    [2 ** 20, 200],
    [2 ** 20 + 1, 413],
  ] as const)
    expect((await add(store, '{"id":1,"name":"a"}'.padEnd(size))).status).toBe(status)
})

describe('createMockStore accepts', () => {
  test.each<MockStoreOptions>([
    {},
    { accessTokens: [], plants: [], latency: 0, failureRate: 0, maxBodyBytes: 0, maxRequests: 0 },
    { accessTokens: ['AZaz09-._~+/=='], latency: 2 ** 31 - 1, failureRate: 1, randomSeed: -1 },
    { latency: [0, 2 ** 31 - 1] },
    { latency: [1, 1] },
    { accessTokens: undefined, plants: undefined, latency: undefined, randomSeed: undefined },
  ])('%j', options => {
    expect(createMockStore(options).plants).toEqual([])
  })
})

/** Which of that many requests get a random failure. */
async function failed(options: MockStoreOptions, count: number): Promise<string> {
  const store = createMockStore({ failureRate: 0.5, ...options })
  for (let sent = 0; sent < count; sent++) await add(store).catch(() => {})
  return store.requests.map(({ random }) => (random ? 'x' : '-')).join('')
}

describe('failureRate', () => {
  test('is the share of requests that fail at random', async () => {
    const failures = await failed({ failureRate: 0.3, randomSeed: 1 }, 1_000)
    const { length } = failures.replaceAll('-', '')
    expect(length).toBeGreaterThan(250)
    expect(length).toBeLessThan(350)
  })

  test("gives requests a failure other than 'no-answer', a 500, or a 429 or 503 with Retry-After: 1", async () => {
    const store = createMockStore({ failureRate: 1, randomSeed: 1 })
    for (let count = 0; count < 100; count++) await add(store).catch(() => {})
    const failures = new Set(store.requests.map(({ failure }) => JSON.stringify(failure)))
    expect([...failures].sort()).toEqual([
      '"cut-short"',
      '"empty-body"',
      '"malformed-json"',
      '"network-error"',
      '"wrong-shape"',
      '{"status":429,"headers":{"retry-after":"1"}}',
      '{"status":500}',
      '{"status":503,"headers":{"retry-after":"1"}}',
    ])
  })
})

test.each([
  [1, '-x--x-xxxxxxxx--x---xx-x'],
  [-1, '-x----x--x-x-xx---x-xxxx'],
])('randomSeed %i makes failures reproducible, in every version', async (randomSeed, expected) => {
  expect(await failed({ randomSeed }, expected.length)).toBe(expected)
})

test('without randomSeed, each store has failures of its own', async () => {
  expect(await failed({}, 200)).not.toBe(await failed({}, 200))
})

describe('store.addPlants seeds plants: seeds', () => {
  const plants = [{ id: 1, name: 'Hoya', colour: 'green' }]

  test('addPlants seeds plants, which follow unknownFields: the fields are dropped, or refused by name', () => {
    const store = createMockStore()
    store.addPlants(plants)
    expect(store.plants).toEqual([{ id: 1, name: 'Hoya' }])
    store.updateSettings({ unknownFields: 'reject' })
    expect(() => store.addPlants(plants)).toThrow('plants/0/colour is not a field of a plant')
    expect(store.plants).toHaveLength(1)
  })

  test('may repeat ids, whatever duplicateIds says: they describe what is there already', () => {
    const store = createMockStore({ duplicateIds: 'reject' })
    for (let count = 0; count < 2; count++) store.addPlants([{ id: 1, name: 'Hoya' }])
    expect(store.plants).toHaveLength(2)
  })
})
