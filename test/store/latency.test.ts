// Requests that are delayed: how long they took, and what becomes of them after their client or a reset.
import { getEventListeners } from 'node:events'
import { createMockStore } from 'plant-store-client/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import {
  add,
  addHeld,
  addition,
  lateBody,
  nextRequest,
  plant,
  refusalOf,
} from '../harness/addition.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['is the milliseconds from the arrival to the response', 1_000_250, 250],
  ['is not negative if the clock is put back', 0, 0],
])('the duration %s', async (_case, now, duration) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const store = createMockStore()
  const { responding, release } = await addHeld(store)
  vi.setSystemTime(now)
  release()
  await responding
  expect(store.requests).toMatchObject([{ time: new Date(1_000_000), duration }])
})

test("latency: milliseconds before each response; a delayed request is listed, inFlight 'delayed', and its duration includes them", async () => {
  const store = createMockStore({ latency: 50 })
  const responding = add(store)
  await vi.waitFor(
    () =>
      expect(store.requests).toMatchObject([{ number: 1, inFlight: 'delayed', body: { id: 1 } }]),
    { interval: 1, timeout: 20_000 },
  )
  await responding
  expect(store.requests[0]).not.toHaveProperty('inFlight')
  expect(store.requests[0]?.duration).toBeGreaterThanOrEqual(49)
})

test('latency [min, max]: every delay is within the range', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = createMockStore({ latency: [60_000, 120_000], randomSeed: 1 })
  const responding = Array.from({ length: 20 }, () => add(store))
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(20), 20_000)
  vi.advanceTimersByTime(58_000)
  expect(vi.getTimerCount()).toBe(20)
  vi.advanceTimersByTime(62_000)
  expect(vi.getTimerCount()).toBe(0)
  await Promise.all(responding)
})

test.each([
  [{}, 'delayed, after its plant was added', 1],
  [{ accessTokens: ['another'] }, 'delayed', 0],
])(
  'a client that disconnects ends its request at once and leaves no timer: %j',
  async (options, end, plants) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const store = createMockStore({ latency: 60_000, ...options })
    const abort = new AbortController()
    const left = nextRequest(store)
    const responding = add(store, plant(), { signal: abort.signal })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 20_000)
    abort.abort()
    await expect(responding).rejects.toThrow('aborted')
    expect(await left).toMatchObject({
      reason: `The client disconnected while the response was ${end}`,
    })
    expect(store.plants).toHaveLength(plants)
    expect(store.requests[0]).not.toHaveProperty('status')
    expect(vi.getTimerCount()).toBe(0)
  },
)

test.each(['delayed', 'held'] as const)(
  'a request that was %s leaves no listener on its signal',
  async inFlight => {
    const store = createMockStore({ latency: inFlight === 'delayed' ? 20 : 0 })
    const hold = inFlight === 'held' ? store.holdNext() : undefined
    const request = new Request('https://a.test/plants', addition())
    const before = getEventListeners(request.signal, 'abort').length
    const responding = store.fetch(request)
    await vi.waitFor(() => expect(store.requests).toMatchObject([{ inFlight }]), {
      interval: 1,
      timeout: 20_000,
    })
    expect(getEventListeners(request.signal, 'abort').length).toBeGreaterThan(before)
    hold?.release()
    expect((await responding).status).toBe(successStatus)
    expect(getEventListeners(request.signal, 'abort')).toHaveLength(before)
  },
)

test('a reset ends a delayed request, which is neither listed nor reported to listeners', async () => {
  const store = createMockStore({ latency: 60_000 })
  const told = vi.fn()
  store.on('request', told)
  const responding = add(store)
  responding.catch(() => {})
  await vi.waitFor(() => expect(store.requests).toMatchObject([{ inFlight: 'delayed' }]), 20_000)
  store.reset()
  await expect(responding).rejects.toThrow('The store was reset')
  expect([store.requests, store.plants]).toEqual([[], []])
  expect(told).not.toHaveBeenCalled()
})

test('a request whose body arrives after a reset gets a 410, and is neither listed nor reported', async () => {
  const store = createMockStore()
  const told = vi.fn()
  store.on('request', told)
  const { body, started, finish } = lateBody()
  const responding = add(store, body)
  await started
  store.reset()
  finish()
  expect(await refusalOf(responding)).toEqual([410, 'The store was reset'])
  expect([store.requests, store.plants]).toEqual([[], []])
  expect(told).not.toHaveBeenCalled()
})

test('randomSeed makes latency reproducible: requests overtake each other in the same way', async () => {
  // Each of these seeds keeps the four answers at least 90 ms apart.
  const order = async (randomSeed: number) => {
    const store = createMockStore({ randomSeed, latency: [0, 400] })
    const answered: number[] = []
    await Promise.all([1, 2, 3, 4].map(id => add(store, plant(id)).then(() => answered.push(id))))
    return answered
  }
  const [first, again, other] = await Promise.all([order(79), order(79), order(175)])
  expect(first).toEqual([1, 4, 3, 2])
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})
