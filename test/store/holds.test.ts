// holdNext: a request stays unanswered until it is released, through each transport.
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { add, addHeld, addition, heldRequest, nextRequest, plant } from '../harness/addition.ts'
import { transports } from '../harness/transports.ts'
import { within } from '../harness/within.ts'

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  async function use(
    run: (store: MockStore, send: (signal?: AbortSignal) => Promise<Response>) => Promise<void>,
  ) {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    try {
      await run(store, signal => fetch(`${url}/plants`, { ...addition(), signal: signal ?? null }))
    } finally {
      await close()
    }
  }

  test('store.holdNext holds the next request, with its body, until it is released', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const responding = send()
      const request = await heldRequest(hold, responding)
      expect(request).toMatchObject({ number: 1, inFlight: 'held', body: { id: 1 } })
      expect(request).not.toHaveProperty('status')
      expect(request).not.toHaveProperty('duration')
      expect(store.requests).toEqual([request])
      expect(store.plants).toEqual([])
      expect(await Promise.race([responding, delay(20, 'unsettled')])).toBe('unsettled')
      hold.release()
      expect((await responding).status).toBe(successStatus)
      expect(store.plants).toHaveLength(1)
      expect(store.requests).toMatchObject([{ number: 1, status: successStatus }])
      expect(store.requests[0]).not.toHaveProperty('inFlight')
      expect((await send()).status).toBe(successStatus)
    }))

  test('release takes a failure', () =>
    use(async (store, send) => {
      const failure = { status: 503, body: 'Later' }
      const hold = store.holdNext()
      const responding = send()
      await heldRequest(hold, responding)
      hold.release(failure)
      expect(await (await responding).text()).toBe('Later')
      expect(store.plants).toEqual([])
      expect(store.requests).toMatchObject([{ status: 503, failure }])
    }))

  test('a reset ends held requests with a network error, and nothing is added', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const responding = send()
      await heldRequest(hold, responding)
      store.reset()
      hold.release()
      await expect(responding).rejects.toThrow(TypeError)
      expect([store.plants, store.requests]).toEqual([[], []])
      expect((await send()).status).toBe(successStatus)
    }))

  test('reason says who ended a held request: the client that disconnects; it has no status, and adds nothing', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const abort = new AbortController()
      const responding = send(abort.signal)
      await heldRequest(hold, responding)
      const left = nextRequest(store)
      const reason = new Error('enough')
      abort.abort(reason)
      await expect(responding).rejects.toBe(reason)
      expect(await left).toMatchObject({
        number: 1,
        body: { id: 1 },
        reason: 'The client disconnected while the request was held',
      })
      expect(store.requests[0]).not.toHaveProperty('status')
      hold.release()
      expect(store.plants).toEqual([])
      expect((await send()).status).toBe(successStatus)
    }))
})

test('holdNext takes a match, a hold is for one request, and store.requests lists finished ones first', async () => {
  const store = createMockStore()
  const hold = store.holdNext({ match: { id: 2n } })
  expect((await add(store)).status).toBe(successStatus)
  const responding = add(store, plant(2))
  expect((await heldRequest(hold, responding)).number).toBe(2)
  expect((await add(store, plant(2))).status).toBe(successStatus)
  expect(store.requests.map(({ number }) => number)).toEqual([1, 3, 2])
  hold.release()
  expect((await responding).status).toBe(successStatus)
})

test('without a match any request for the operation is held, refused ones too', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  await store.fetch('https://a.test/trees')
  const responding = add(store, '{"id":', { headers: {} })
  expect(await heldRequest(hold, responding)).toMatchObject({ number: 2, text: '{"id":' })
  hold.release()
  expect((await responding).status).toBe(401)
})

test('failures and checks apply when the request is released', async () => {
  const store = createMockStore({ duplicateIds: 'reject' })
  const [first, second] = [store.holdNext(), store.holdNext()]
  const [one, other] = [add(store), add(store)]
  await Promise.all([heldRequest(first, one), heldRequest(second, other)])
  store.failNext({ status: 418 })
  second.release()
  expect((await other).status).toBe(418)
  await add(store)
  first.release()
  expect((await one).status).toBe(400)
})

describe('released before a request has arrived', () => {
  test('the hold is gone, and arrived rejects', async () => {
    const store = createMockStore()
    const hold = store.holdNext()
    hold.release()
    expect((await add(store)).status).toBe(successStatus)
    await expect(hold.arrived).rejects.toThrow('released before a request arrived')
  })

  test('with a failure, the next request that matches gets it', async () => {
    const store = createMockStore()
    const hold = store.holdNext({ match: { id: 2 } })
    hold.release({ status: 503 })
    const statuses = []
    for (const id of [1, 2, 2]) statuses.push((await add(store, plant(id))).status)
    expect(statuses).toEqual([successStatus, 503, successStatus])
  })
})

test('using releases the request, and whatever has ended a hold, another release does nothing', async () => {
  const store = createMockStore()
  let responding: Promise<Response>
  {
    using hold = store.holdNext()
    responding = add(store)
    await heldRequest(hold, responding)
  }
  expect((await responding).status).toBe(successStatus)
  const [held, unused] = [store.holdNext(), store.holdNext({ match: { id: 2 } })]
  responding = add(store)
  await heldRequest(held, responding)
  held.release({ status: 503 })
  expect((await responding).status).toBe(503)
  unused.release()
  const reset = store.holdNext()
  store.reset()
  for (const hold of [held, unused, reset]) {
    hold.release({ status: 500 })
    hold[Symbol.dispose]()
  }
  for (const id of [1, 2]) expect((await add(store, plant(id))).status).toBe(successStatus)
})

test('release refuses a wrong failure, and the request stays held', async () => {
  const { responding, release } = await addHeld(createMockStore())
  expect(() => release({ status: 99 })).toThrow(/failure\/status must be an integer/)
  release()
  expect((await responding).status).toBe(successStatus)
})

test('a reset ends a hold that no request has used, and nobody has to handle that', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  expect(hold.arrived).toBe(hold.arrived)
  store.reset()
  await setImmediate() // by then Node has reported what nobody handled, and Vitest fails
  await expect(hold.arrived).rejects.toThrow('The store was reset')
  expect((await add(store)).status).toBe(successStatus)
})

describe('the timer without which workerd would end the request', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** How many timers there are while a request is held and another one gets no answer, and afterwards. */
  async function countTimers(userAgent: string): Promise<[during: number, afterwards: number]> {
    vi.stubGlobal('navigator', { userAgent })
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    const store = createMockStore()
    const { responding: held, release } = await addHeld(store)
    store.failNext('no-answer')
    const abort = new AbortController()
    const unanswered = add(store, plant(), { signal: abort.signal })
    await expect.poll(() => store.requests.length).toBe(2)
    const during = vi.getTimerCount()
    release()
    abort.abort()
    await Promise.allSettled([held, unanswered])
    return [during, vi.getTimerCount()]
  }

  test('is there for each request that is held or gets no answer, and ends with it', async () => {
    expect(await countTimers('Cloudflare-Workers')).toEqual([2, 0])
  })

  test('ends after ten minutes without an answer, in case the client has left', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const store = createMockStore()
    store.failNext('no-answer')
    const responding = add(store)
    await expect.poll(() => store.requests.length).toBe(1)
    vi.advanceTimersByTime(590_000)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(30_000)
    await expect(responding).rejects.toThrow('ten minutes')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is nowhere else', async () => {
    expect(await countTimers('Node.js/24')).toEqual([0, 0])
  })
})

test('closing the server ends held requests with a network error, and nothing is added', async () => {
  const server = await startMockServer({ port: 0 })
  const [hold, other] = [server.store.holdNext(), server.store.holdNext()]
  const responding = fetch(`${server.url}/plants`, addition())
  await heldRequest(hold, responding)
  const closing = server.close()
  await expect(responding).rejects.toThrow(TypeError)
  await closing
  await expect(other.arrived).rejects.toThrow('The mock server was closed')
  expect(server.store.plants).toEqual([])
  expect(server.store.requests).toMatchObject([{ number: 1, reason: 'The mock server was closed' }])
})

test('a hold that its own match ends holds no request', async () => {
  const store = createMockStore()
  let release = () => {}
  const match = () => {
    release()
    return true
  }
  release = store.holdNext({ match }).release
  const { status } = await within(add(store), () => 'an answer')
  expect(status).toBe(successStatus)
})
