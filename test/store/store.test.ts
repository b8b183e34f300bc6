// What a tester sees of a store and changes in it: plants, events, settings, reset.
import { createMockApp, createMockStore, type MockStore } from 'plant-store-client/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { add, addHeld, addition, plant } from '../harness/addition.ts'

describe('plants', () => {
  test('to start with, and added, are listed in order, ids exact, as bigint only where a number is not, unknown properties dropped', async () => {
    const store = createMockStore({ plants: [{ id: 7n, name: 'Ficus' }] })
    await add(store, '{"id":9223372036854775807,"name":"a","tag":"b","__proto__":{"x":1},"y":2}')
    await add(store, '{"id":1e3,"name":"c"}')
    store.addPlants([
      { id: 8n, name: 'd' },
      { id: 2n ** 60n, name: 'e' },
    ])
    expect(store.plants).toStrictEqual([
      { id: 7, name: 'Ficus' },
      { id: 9223372036854775807n, name: 'a', tag: 'b' },
      { id: 1000, name: 'c' },
      { id: 8, name: 'd' },
      { id: 2n ** 60n, name: 'e' },
    ])
  })

  test('are copies, and so are requests', async () => {
    const store = createMockStore()
    store.on('plant', added => {
      added.name = 'changed'
    })
    await add(store)
    const mine = { id: 2, name: 'Hoya' }
    store.addPlants([mine])
    mine.name = 'changed'
    for (const each of store.plants) each.name = 'changed'
    store.plants.pop()
    expect(store.plants.map(({ name }) => name)).toEqual(['Monstera', 'Hoya'])
    Object.assign(store.requests[0]?.headers ?? {}, { 'x-changed': '1' })
    Object.assign(store.requests[0]?.body ?? {}, { name: 'changed' })
    store.requests.pop()
    expect(store.requests).toMatchObject([{ body: { name: 'Monstera' } }])
    expect(store.requests[0]?.headers).not.toHaveProperty('x-changed')
  })

  test('duplicates are those of the options and those added, whatever form the id has', async () => {
    const store = createMockStore({ plants: [{ id: 1n, name: 'a' }], duplicateIds: 'reject' })
    store.addPlants([{ id: 2, name: 'b' }])
    for (const id of ['1', '2', '0.2e1'])
      expect((await add(store, `{"id":${id},"name":"a"}`)).status, id).toBe(400)
    for (const status of [successStatus, 400])
      expect((await add(store, plant(3))).status).toBe(status)
  })
})

describe('events', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('store.on returns a function that unsubscribes: until then listeners get plants and requests', async () => {
    const store = createMockStore()
    const told: unknown[] = []
    const stop = [
      store.on('plant', ({ id }) => told.push(['plant', id])),
      store.on('request', ({ status }) => told.push(['request', status])),
    ]
    await add(store)
    await add(store, '{}')
    store.addPlants([{ id: 2, name: 'Hoya' }])
    for (const end of stop) end()
    await add(store)
    expect(told).toEqual([
      ['plant', 1],
      ['request', successStatus],
      ['request', 400],
      ['plant', 2],
    ])
  })

  test('unknown events and listeners that are not functions are refused', () => {
    const store = createMockStore()

    expect(() => store.on('change' as never, () => {})).toThrow(/there is no event change/)
    expect(() => store.on('plant', undefined as never)).toThrow(/listener must be a function/)
  })

  test.each(['plant', 'request'] as const)(
    'an error of a listener for %s is uncaught, and fails neither the request nor other listeners',
    async event => {
      const uncaught = catchInMicrotasks()
      const store = createMockStore()
      store.on(event, () => {
        throw new Error('oops')
      })
      const told = vi.fn()
      store.on(event, told)
      expect((await add(store)).status).toBe(successStatus)
      expect(told.mock.calls).toMatchObject([[{ plant: { id: 1 }, request: { number: 1 } }[event]]])
      expect(store.requests).toMatchObject([{ status: successStatus }])
      expect(uncaught).toEqual([new Error('oops')])
    },
  )

  /** What is thrown in microtasks from now on, which would otherwise end the process. */
  function catchInMicrotasks(): unknown[] {
    const thrown: unknown[] = []
    const { queueMicrotask } = globalThis
    vi.stubGlobal('queueMicrotask', (task: () => void) =>
      queueMicrotask(() => {
        try {
          task()
        } catch (error) {
          thrown.push(error)
        }
      }),
    )
    return thrown
  }
})

describe('updateSettings', () => {
  const statusOf = async (store: MockStore, body?: string) => (await add(store, body)).status

  test('changes failureRate, duplicateIds and unknownFields if they are given, and leaves the rest', async () => {
    const store = createMockStore({ duplicateIds: 'reject' })
    store.updateSettings({ unknownFields: 'reject' })
    expect(await statusOf(store, '{"id":1,"name":"a","colour":"green"}')).toBe(400)
    expect(await statusOf(store)).toBe(successStatus)
    expect(await statusOf(store)).toBe(400)
    store.updateSettings({ duplicateIds: 'accept', unknownFields: undefined })
    expect(await statusOf(store)).toBe(successStatus)
    expect(await statusOf(store, '{"id":1,"name":"a","colour":"green"}')).toBe(400)
    store.updateSettings({ failureRate: 1 })
    await add(store).catch(() => {})
    expect(store.requests.at(-1)).toMatchObject({ random: true })
  })

  test('changes the latency for requests that are not yet delayed', async () => {
    const store = createMockStore({ latency: 60_000 })
    const { responding, release } = await addHeld(store)
    store.updateSettings({ latency: [0, 0] })
    release()
    expect((await responding).status).toBe(successStatus)
    store.updateSettings({ latency: 20 })
    await add(store)
    expect(store.requests.at(-1)?.duration).toBeGreaterThanOrEqual(19)
  })

  test('names everything that is wrong, and changes nothing', async () => {
    const store = createMockStore()
    const update = { latency: -1, failureRate: 2, duplicateIds: 'x', unknownFields: true, port: 1 }
    expect(() => store.updateSettings(update as never)).toThrow(
      'latency must be a number of milliseconds, or an array [min, max] with min at most max; ' +
        "failureRate must be a number from 0 to 1; duplicateIds must be 'accept' or 'reject'; " +
        "unknownFields must be 'ignore' or 'reject'; port is not a setting",
    )
    expect(() => store.updateSettings({ maxRequests: 1 } as never)).toThrow('is not a setting')

    expect(await statusOf(store)).toBe(successStatus)
  })
})

test('reset() restores the state at the start: plants, settings, seed, no requests and failures', async () => {
  const options = { plants: [{ id: 3, name: 'a' }], duplicateIds: 'reject', randomSeed: 1 } as const
  const store = createMockStore({ ...options, failureRate: 0.5 })
  const run = async () => {
    const seen: unknown[] = []
    for (let id = 0; id < 20; id++)
      seen.push(await add(store, plant(id)).then(({ status }) => status, String))
    return seen
  }
  const first = await run()
  expect(first).toContain(400)
  store.updateSettings({ failureRate: 0, duplicateIds: 'accept' })
  store.failNext('no-answer', { times: Infinity })
  store.holdNext({ match: { id: 1 } })
  store.reset()
  expect([store.plants, store.requests]).toEqual([options.plants, []])
  expect(await run()).toEqual(first)
  expect(store.requests[0]?.number).toBe(1)
})

test('a store that a state library has put behind a Proxy works as before, also in an app', async () => {
  const wrap = <T extends object>(target: T): T => new Proxy(target, {})
  const store = wrap(createMockStore())
  const hold = wrap(store.holdNext({ match: { id: 9 } }))
  await wrap(createMockApp({ store })).fetch('https://a.test/plants', addition())
  expect(store.plants).toHaveLength(1)
  expect(store.requests).toMatchObject([{ status: successStatus }])
  hold.release()
  expect(store.scheduled).toEqual([])
})
