// A request that is delayed or held: how long it took, and what becomes of it after its client or a reset.

import { getEventListeners } from 'node:events'
import { createMockApp, createMockStore, type MockStore } from 'plant-store-client/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

const init = {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Monstera"}',
}

const post = (store: MockStore, more: object = {}) =>
  store.fetch('https://a.test/plants', { ...init, ...more })

const journaled = (store: MockStore) => new Promise(resolve => store.on('request', resolve))

afterEach(() => vi.useRealTimers())

/** A body that is sent when `finish` is called. */
function lateBody() {
  let finish = () => {}
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  const body = new ReadableStream({
    async start(controller) {
      await finished
      controller.enqueue(new TextEncoder().encode(init.body))
      controller.close()
    },
  })
  return { body, finish: () => finish() }
}

test('the duration is the time from the arrival to the response', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const store = createMockStore()
  const hold = store.holdNext()
  const responding = post(store)
  await hold.arrived
  vi.setSystemTime(1_000_250)
  hold.release()
  await responding
  expect(store.requests).toMatchObject([{ time: new Date(1_000_000), duration: 250 }])
})

test('the duration is not negative if the clock is put back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const store = createMockStore()
  const hold = store.holdNext()
  const responding = post(store)
  await hold.arrived
  vi.setSystemTime(0)
  hold.release()
  await responding
  expect(store.requests).toMatchObject([{ duration: 0 }])
})

test('a client that leaves while its response is delayed leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = createMockStore({ latency: 60_000 })
  const abort = new AbortController()
  const left = journaled(store)
  const responding = post(store, { signal: abort.signal })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  abort.abort()
  await expect(responding).rejects.toThrow('aborted')
  await left
  expect(vi.getTimerCount()).toBe(0)
})

test.each(['delayed', 'held'] as const)(
  'a request that was %s leaves no listener on its signal',
  async pending => {
    const store = createMockStore({ latency: pending === 'delayed' ? 20 : 0 })
    const hold = pending === 'held' ? store.holdNext() : undefined
    const request = new Request('https://a.test/plants', init)
    const before = getEventListeners(request.signal, 'abort').length
    const responding = store.fetch(request)
    await vi.waitFor(() => expect(store.requests).toMatchObject([{ pending }]), { interval: 1 })
    expect(getEventListeners(request.signal, 'abort').length).toBeGreaterThan(before)
    hold?.release()
    expect((await responding).status).toBe(successStatus)
    expect(getEventListeners(request.signal, 'abort')).toHaveLength(before)
  },
)

test('a client that had left before the delay is not waited for', async () => {
  const store = createMockStore({ latency: 60_000 })
  const abort = new AbortController()
  const left = journaled(store)
  const body = new ReadableStream({
    pull(controller) {
      abort.abort()
      controller.enqueue(new TextEncoder().encode(init.body))
      controller.close()
    },
  })
  await expect(post(store, { body, duplex: 'half', signal: abort.signal })).rejects.toThrow()
  await left
  expect(store.plants).toEqual([])
})

describe('a request of before a reset is told to no listener, and no undo brings it back', () => {
  /** An app, how to reset it and to undo that, and what its listeners are told. */
  function open(latency: number) {
    const app = createMockApp({ latency })
    const told = vi.fn()
    app.store.on('request', told)
    const control = async (path: string) => {
      const headers = { 'content-type': 'application/json' }
      const response = await app.fetch(`https://a.test/__mock${path}`, { method: 'POST', headers })
      expect(response.status).toBe(200)
    }
    return { store: app.store, told, control }
  }

  test('if its response is delayed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { store, told, control } = open(60_000)
    const responding = post(store)
    await vi.waitFor(() => expect(store.requests).toMatchObject([{ pending: 'delayed' }]))
    await control('/reset')
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await responding).status).toBe(successStatus)
    await control('/reset/undo')
    expect(store.requests).toEqual([])
    expect(told).not.toHaveBeenCalled()
  })

  test('if its body is late', async () => {
    const { store, told, control } = open(0)
    const { body, finish } = lateBody()
    const responding = post(store, { body, duplex: 'half' })
    await control('/reset')
    finish()
    expect((await responding).status).toBe(successStatus)
    await control('/reset/undo')
    expect([store.requests, store.plants]).toEqual([[], []])
    expect(told).not.toHaveBeenCalled()
  })
})

test('requests that wait are listed in the order in which they arrived', async () => {
  const store = createMockStore()
  const holds = [store.holdNext(), store.holdNext()]
  const { body, finish } = lateBody()
  const first = post(store, { body, duplex: 'half' })
  const second = post(store)
  await holds[0]?.arrived
  finish()
  await holds[1]?.arrived
  expect(store.requests.map(({ number }) => number)).toEqual([1, 2])
  for (const hold of holds) hold.release()
  await Promise.all([first, second])
})
