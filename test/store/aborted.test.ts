// A request that its caller in the same process aborts: as with fetch, it rejects, and adds nothing.
import { createMockStore, type Failure } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
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
    { number: 1, reason: 'The request was aborted before it was answered' },
    { number: 2 },
  ])
  expect(store.requests[0]).not.toHaveProperty('status')
})

test('while its body arrives: it leaves the hold to the next', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  const abort = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      abort.abort()
      controller.enqueue(new TextEncoder().encode(plant()))
      controller.close()
    },
  })
  await expect(add(store, body, { signal: abort.signal })).rejects.toThrow('aborted')
  const responding = add(store)
  expect((await hold.arrived).number).toBe(2)
  hold.release()
  expect((await responding).status).toBe(successStatus)
  expect(store.plants).toHaveLength(1)
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

test.each<Failure>(['no-answer', 'network-error', { status: 503 }])(
  'while its failure is looked for: it rejects with the reason, whatever the failure: %j',
  async failure => {
    const store = createMockStore()
    const abort = new AbortController()
    const reason = new Error('enough')
    const match = () => {
      abort.abort(reason)
      return true
    }
    store.failNext(failure, { match })
    await expect(add(store, plant(), { signal: abort.signal })).rejects.toBe(reason)
    store.holdNext({ match })
    await expect(add(store, plant(), { signal: abort.signal })).rejects.toBe(reason)
  },
)
