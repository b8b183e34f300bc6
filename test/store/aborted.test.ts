// A request that its caller in the same process aborts: as with fetch, it rejects, and adds nothing.
import { createMockApp, createMockStore } from 'plant-store-client/mock'
import { expect, test } from 'vitest'
import { add, addHeld, heldRequest, plant } from '../harness/addition.ts'

test('aborted before it is sent, a request rejects with the reason, and does not arrive', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  const reason = new Error('enough')
  const signal = AbortSignal.abort(reason)
  await expect(add(store, plant(), { signal })).rejects.toBe(reason)
  expect([store.requests, store.plants]).toEqual([[], []])
  const responding = add(store)
  expect((await heldRequest(hold, responding)).number).toBe(1)
  hold.release()
  await responding
})

test('aborted in the tick in which it was sent, a request leaves holds and failures to the next', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  store.failNext({ status: 418 })
  const abort = new AbortController()
  const aborted = add(store, plant(), { signal: abort.signal })
  abort.abort()
  await expect(aborted).rejects.toThrow('aborted')
  const responding = add(store)
  expect((await heldRequest(hold, responding)).number).toBe(2)
  hold.release()
  expect((await responding).status).toBe(418)
  expect(store.plants).toEqual([])
  expect(store.requests).toMatchObject([
    { number: 1, reason: 'The client disconnected before its body had arrived' },
    { number: 2 },
  ])
  expect(store.requests[0]).not.toHaveProperty('status')
})

test('aborted at any moment until it is held, a request is over at once, and never in flight', async () => {
  const store = createMockStore()
  for (let ticks = 0; ticks < 100; ticks++) {
    store.reset()
    store.holdNext()
    const abort = new AbortController()
    const aborted = add(store, plant(), { signal: abort.signal })
    for (let tick = 0; tick < ticks; tick++) await undefined
    abort.abort()
    await expect(aborted, `${ticks}`).rejects.toThrow('aborted')
    expect(store.requests, `${ticks}`).toMatchObject([{ reason: expect.any(String) }])
  }
})

test('aborted right after its release, a request adds nothing', async () => {
  const store = createMockStore()
  const abort = new AbortController()
  const { responding, release } = await addHeld(store, plant(), { signal: abort.signal })
  release()
  abort.abort()
  await expect(responding).rejects.toThrow('aborted')
  expect(store.plants).toEqual([])
  expect(store.requests).toMatchObject([{ number: 1, reason: expect.any(String) }])
})

test('aborted while its body stalls, a request rejects, and its session is no longer busy', async () => {
  const app = createMockApp({ maxSessions: 1 })
  const stalling = () => new ReadableStream({ pull: () => new Promise(() => {}) })
  for (const [name, reach] of Object.entries({ app: app.fetch, store: app.session('a').fetch })) {
    const abort = new AbortController()
    const reason = new Error('enough')
    const init = { method: 'POST', body: stalling(), duplex: 'half', signal: abort.signal } as const
    const responding = reach('https://a.test/~a/plants', init)
    abort.abort(reason)
    await expect(responding, name).rejects.toBe(reason)
  }
  expect(app.session('b').plants).toEqual([]) // the session a made room
})

test('an answer does not wait for a body that nobody reads', async () => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) })
  const headers = { 'content-length': '2000000', 'content-type': 'application/json' }
  const init = { method: 'POST', body, headers, duplex: 'half' } as const
  expect((await createMockStore().fetch('https://a.test/plants', init)).status).toBe(401)
})

test('a body that is a stream of anything but bytes is refused as fetch refuses it', async () => {
  const store = createMockStore()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue('{"id":1}')
      controller.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half' } as const
  await expect(store.fetch('https://a.test/plants', init)).rejects.toThrow(TypeError)
  expect(store.requests).toMatchObject([{ reason: 'The body must be a stream of Uint8Array' }])
})
