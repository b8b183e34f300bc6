// holdNext: a request stays unanswered until it is released, through each transport.

import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { createMockStore, type MockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { transports } from '../support/transports.ts'

const init = {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Monstera"}',
}

/** Whether a promise is settled, once everything that is due has run. */
const isPending = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => false,
      () => false,
    ),
    delay(20, true),
  ])

/** The next request of the journal. */
const journaled = (store: MockStore) =>
  new Promise(resolve => {
    const stop = store.on('request', request => {
      stop()
      resolve(request)
    })
  })

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  async function use(
    run: (store: MockStore, send: (signal?: AbortSignal) => Promise<Response>) => Promise<void>,
  ) {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    try {
      await run(store, signal => fetch(`${url}/plants`, { ...init, signal: signal ?? null }))
    } finally {
      await close()
    }
  }

  test('a request is held with its body, then answered as usual', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const responding = send()
      const request = await hold.arrived
      expect(request).toMatchObject({ number: 1, pending: 'held', body: { id: 1 } })
      expect(request).not.toHaveProperty('status')
      expect(request).not.toHaveProperty('duration')
      expect(store.requests).toEqual([request])
      expect(store.plants).toEqual([])
      expect(await isPending(responding)).toBe(true)
      hold.release()
      expect(store.requests).toEqual([]) // it is being answered
      expect((await responding).status).toBe(successStatus)
      expect(store.plants).toHaveLength(1)
      expect(store.requests).toMatchObject([{ number: 1, status: successStatus }])
      expect(store.requests[0]).not.toHaveProperty('pending')
      expect((await send()).status).toBe(successStatus)
    }))

  test('it can be released with a failure', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const responding = send()
      await hold.arrived
      hold.release({ status: 503, body: 'Later' })
      expect(await (await responding).text()).toBe('Later')
      expect(store.plants).toEqual([])
      expect(store.requests).toMatchObject([
        { status: 503, failure: { status: 503, body: 'Later' } },
      ])
    }))

  test('it can be released with a network error', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const responding = send()
      await hold.arrived
      hold.release('network-error')
      await expect(responding).rejects.toThrow(TypeError)
    }))

  test('a reset ends it with a network error, and nothing is added', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const responding = send()
      await hold.arrived
      store.reset()
      hold.release()
      await expect(responding).rejects.toThrow(TypeError)
      expect(store.plants).toEqual([])
      expect(store.requests).toEqual([])
      expect((await send()).status).toBe(successStatus)
    }))

  test('a client that leaves is journaled without a status, and nothing is added', () =>
    use(async (store, send) => {
      const hold = store.holdNext()
      const abort = new AbortController()
      const responding = send(abort.signal)
      await hold.arrived
      const left = journaled(store)
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

  test('a function that throws is a 500, and the hold stays', () =>
    use(async (store, send) => {
      let throws = true
      const hold = store.holdNext({
        match() {
          if (throws) throw new Error('oops')
          return true
        },
      })
      expect((await send()).status).toBe(500)
      throws = false
      const responding = send()
      await hold.arrived
      hold.release()
      expect((await responding).status).toBe(successStatus)
    }))
})

const post = (store: MockStore, body = init.body, more: RequestInit = {}) =>
  store.fetch('https://a.test/plants', { ...init, body, ...more })

test('only a request that matches is held', async () => {
  const store = createMockStore()
  const hold = store.holdNext({ match: { id: 2n } })
  expect((await post(store)).status).toBe(successStatus)
  const responding = post(store, '{"id":2,"name":"a"}')
  expect((await hold.arrived).number).toBe(2)
  expect((await post(store, '{"id":2,"name":"a"}')).status).toBe(successStatus) // a hold is for one request
  hold.release()
  expect((await responding).status).toBe(successStatus)
  expect(store.requests.map(({ number }) => number)).toEqual([1, 3, 2])
})

test('any request for the operation is held where nothing has to match, refused ones too', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  await store.fetch('https://a.test/trees')
  const responding = post(store, '{"id":', { headers: {} })
  expect(await hold.arrived).toMatchObject({ number: 2, text: '{"id":' })
  hold.release()
  expect((await responding).status).toBe(401)
})

test('failures and checks apply when the request is released', async () => {
  const store = createMockStore({ duplicateIds: 'reject' })
  const first = store.holdNext()
  const second = store.holdNext()
  const responses = [post(store), post(store)]
  await Promise.all([first.arrived, second.arrived])
  store.failNext({ status: 418 })
  second.release()
  expect((await responses[1])?.status).toBe(418)
  await post(store)
  first.release()
  expect((await responses[0])?.status).toBe(400)
})

test('several holds take one request each, in order', async () => {
  const store = createMockStore()
  const holds = [store.holdNext(), store.holdNext()]
  const responses = [1, 2].map(id => post(store, `{"id":${id},"name":"a"}`))
  const arrived = await Promise.all(holds.map(hold => hold.arrived))
  expect(arrived).toMatchObject([{ body: { id: 1 } }, { body: { id: 2 } }])
  expect(store.requests).toMatchObject([{ number: 1 }, { number: 2 }])
  for (const hold of holds) hold.release()
  for (const response of await Promise.all(responses)) expect(response.status).toBe(successStatus)
})

describe('released before a request has arrived', () => {
  test('the hold is gone, and arrived rejects', async () => {
    const store = createMockStore()
    const hold = store.holdNext()
    hold.release()
    expect((await post(store)).status).toBe(successStatus)
    await expect(hold.arrived).rejects.toThrow('released before a request arrived')
  })

  test('with a failure, the next request that matches gets it', async () => {
    const store = createMockStore()
    const hold = store.holdNext({ match: { id: 2 } })
    hold.release({ status: 503 })
    expect((await post(store)).status).toBe(successStatus)
    expect((await post(store, '{"id":2,"name":"a"}')).status).toBe(503)
    expect((await post(store, '{"id":2,"name":"a"}')).status).toBe(successStatus)
  })

  test('or ended by a reset, another release does nothing', async () => {
    const store = createMockStore()
    const hold = store.holdNext()
    hold.release()
    hold.release({ status: 503 })
    expect((await post(store)).status).toBe(successStatus)
    const other = store.holdNext()
    store.reset()
    for (const each of [hold, other]) each.release({ status: 503 })
    expect((await post(store)).status).toBe(successStatus)
  })
})

test('using releases the request, and releasing again does nothing', async () => {
  const store = createMockStore()
  let responding: Promise<Response>
  {
    using hold = store.holdNext()
    responding = post(store)
    await hold.arrived
  }
  expect((await responding).status).toBe(successStatus)
  const hold = store.holdNext()
  responding = post(store)
  await hold.arrived
  hold.release({ status: 503 })
  hold.release({ status: 500 })
  hold[Symbol.dispose]()
  expect((await responding).status).toBe(503)
  expect((await post(store)).status).toBe(successStatus)
})

test('release refuses a wrong failure, and the request stays held', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  const responding = post(store)
  await hold.arrived
  expect(() => hold.release({ status: 99 })).toThrow(/failure\/status must be an integer/)
  expect(await isPending(responding)).toBe(true)
  hold.release()
  expect((await responding).status).toBe(successStatus)
})

test('holdNext names everything that is wrong with its options', () => {
  const call = () => createMockStore().holdNext({ match: { nam: 'a', id: 1.5 }, times: 2 } as never)
  expect(call).toThrow(TypeError)
  expect(call).toThrow(
    /^match\/nam is not .*; match\/id must be .*; times is not an option of holdNext$/,
  )
})

test('arrived is one promise, and nobody has to handle its rejection', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const store = createMockStore()
    const hold = store.holdNext()
    expect(hold.arrived).toBe(hold.arrived)
    store.reset()
    await setImmediate() // by then Node has reported the rejections that nobody handled
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})

test('a reset ends a hold that no request has met', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  store.reset()
  await expect(hold.arrived).rejects.toThrow('The store was reset')
  expect((await post(store)).status).toBe(successStatus)
})

test('a client that left before its request could be held leaves the hold to the next', async () => {
  const store = createMockStore()
  const hold = store.holdNext()
  const abort = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      abort.abort()
      controller.enqueue(new TextEncoder().encode(init.body))
      controller.close()
    },
  })
  const request = { ...init, body, duplex: 'half', signal: abort.signal }
  await store.fetch('https://a.test/plants', request).catch(() => {})
  const responding = post(store)
  expect((await hold.arrived).number).toBe(2)
  hold.release()
  expect((await responding).status).toBe(successStatus)
})

describe('a request that is aborted in this process', () => {
  test('before it is sent rejects with the reason, and does not arrive', async () => {
    const store = createMockStore()
    const hold = store.holdNext()
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    await expect(post(store, init.body, { signal })).rejects.toBe(reason)
    expect([store.requests, store.plants]).toEqual([[], []])
    const responding = post(store)
    expect((await hold.arrived).number).toBe(1)
    hold.release()
    await responding
  })

  test('in the tick in which it was sent adds nothing', async () => {
    const store = createMockStore()
    const abort = new AbortController()
    const responding = post(store, init.body, { signal: abort.signal })
    abort.abort()
    await expect(responding).rejects.toThrow('aborted')
    expect(store.plants).toEqual([])
    expect(store.requests).toMatchObject([
      { number: 1, reason: 'The request was aborted before it was answered' },
    ])
    expect(store.requests[0]).not.toHaveProperty('status')
  })

  test('in that tick leaves holds and failures to the next', async () => {
    const store = createMockStore()
    const hold = store.holdNext()
    store.failNext({ status: 418 })
    const abort = new AbortController()
    const aborted = post(store, init.body, { signal: abort.signal })
    abort.abort()
    await expect(aborted).rejects.toThrow('aborted')
    const responding = post(store)
    expect((await hold.arrived).number).toBe(2)
    hold.release()
    expect((await responding).status).toBe(418)
    expect(store.plants).toEqual([])
  })

  test('right after its release adds nothing', async () => {
    const store = createMockStore()
    const hold = store.holdNext()
    const abort = new AbortController()
    const responding = post(store, init.body, { signal: abort.signal })
    await hold.arrived
    hold.release()
    abort.abort()
    await expect(responding).rejects.toThrow('aborted')
    expect(store.plants).toEqual([])
    expect(store.requests).toMatchObject([{ number: 1, reason: expect.any(String) }])
  })
})

describe('the timer without which workerd would end the request', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** How many timers there are while a request is held and another one gets no answer, and afterwards. */
  async function countTimers(userAgent: string): Promise<[waiting: number, afterwards: number]> {
    vi.stubGlobal('navigator', { userAgent })
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    const store = createMockStore()
    const hold = store.holdNext()
    const held = post(store)
    await hold.arrived
    store.failNext('no-answer')
    const abort = new AbortController()
    const failed = journaled(store)
    const unanswered = post(store, init.body, { signal: abort.signal })
    await failed
    await setImmediate()
    const waiting = vi.getTimerCount()
    hold.release()
    abort.abort()
    await Promise.allSettled([held, unanswered])
    return [waiting, vi.getTimerCount()]
  }

  test('is there for each request that waits, and ends with it', async () => {
    expect(await countTimers('Cloudflare-Workers')).toEqual([2, 0])
  })

  test('ends after ten minutes without an answer, in case the client has left', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const store = createMockStore()
    store.failNext('no-answer')
    const abort = new AbortController()
    const failed = journaled(store)
    const responding = post(store, init.body, { signal: abort.signal })
    await failed
    await setImmediate()
    vi.advanceTimersByTime(590_000)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(30_000)
    expect(vi.getTimerCount()).toBe(0)
    abort.abort()
    await expect(responding).rejects.toThrow('aborted')
  })

  test('is nowhere else', async () => {
    expect(await countTimers('Node.js/24')).toEqual([0, 0])
  })
})

test('close() of a server ends holds: a network error, nothing added', async () => {
  const server = await startMockServer({ port: 0 })
  const hold = server.store.holdNext()
  const other = server.store.holdNext()
  const responding = fetch(`${server.url}/plants`, init)
  await hold.arrived
  const closing = server.close()
  await expect(responding).rejects.toThrow(TypeError)
  await closing
  await expect(other.arrived).rejects.toThrow('The mock server was closed')
  expect(server.store.plants).toEqual([])
  expect(server.store.requests).toMatchObject([{ number: 1, reason: 'The mock server was closed' }])
})

describe('a delayed request', () => {
  test('is listed as pending after those that were answered', async () => {
    const store = createMockStore({ latency: 50 })
    const responding = post(store)
    await delay(10)
    expect(store.requests).toMatchObject([{ number: 1, pending: 'delayed', body: { id: 1 } }])
    await responding
    expect(store.requests[0]).not.toHaveProperty('pending')
    expect(store.requests[0]?.duration).toBeGreaterThanOrEqual(49)
  })

  test('of a client that leaves is over at once', async () => {
    const store = createMockStore({ latency: 60_000 })
    const abort = new AbortController()
    const responding = post(store, init.body, { signal: abort.signal })
    await delay(10)
    const left = journaled(store)
    abort.abort()
    await expect(responding).rejects.toThrow('aborted')
    expect(await left).toMatchObject({
      reason: /* without status */ expect.stringContaining('delayed'),
    })
    expect(store.requests[0]).not.toHaveProperty('status')
  })

  test('of before a reset leaves nothing behind', async () => {
    const store = createMockStore({ latency: 20 })
    const responding = post(store)
    await delay(5)
    store.reset()
    expect(store.requests).toEqual([])
    expect((await responding).status).toBe(successStatus)
    expect([store.requests, store.plants]).toEqual([[], []])
  })
})
