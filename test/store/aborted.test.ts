// A request that its caller in the same process aborts: as with fetch, it rejects, and adds nothing.
import { createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { add, plant } from '../harness/addition.ts'

test('before it is sent: it rejects with the reason, and does not arrive', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  const reason = new Error('enough')
  const signal = AbortSignal.abort(reason)
  await expect(add(store, plant(), { signal })).rejects.toBe(reason)
  expect([store.requests, store.plants]).toEqual([[], []])
  const responding = add(store)
  expect((await hold.arrived).number).toBe(1)
  hold.release()
  await responding
})

test('in the tick in which it was sent: it leaves holds and failures to the next', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  store.failNext({ status: 418 })
  const abort = new AbortController()
  const aborted = add(store, plant(), { signal: abort.signal })
  abort.abort()
  await expect(aborted).rejects.toThrow('aborted')
  const responding = add(store)
  expect((await hold.arrived).number).toBe(2)
  hold.release()
  expect((await responding).status).toBe(418)
  expect(store.plants).toEqual([])
  expect(store.requests).toMatchObject([
    { number: 1, reason: 'The client disconnected before its body had arrived' },
    { number: 2 },
  ])
  expect(store.requests[0]).not.toHaveProperty('status')
})

test('right after its release: it adds nothing', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  const abort = new AbortController()
  const responding = add(store, plant(), { signal: abort.signal })
  await hold.arrived
  hold.release()
  abort.abort()
  await expect(responding).rejects.toThrow('aborted')
  expect(store.plants).toEqual([])
  expect(store.requests).toMatchObject([{ number: 1, reason: expect.any(String) }])
})
