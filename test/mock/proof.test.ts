// What a tester can see: plants, requests and events, and a reset that clears them.

import { createMockStore } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test, vi } from 'vitest'
import { successStatus } from '../../generated/contract.ts'

type Store = ReturnType<typeof createMockStore>

const post = (store: Store, body: string, headers = {}, query = '') =>
  store.fetch(`https://a.test/plants${query}`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json', ...headers },
    body,
  })

test('plants are listed in order, ids exact, other properties dropped', async () => {
  const store = createMockStore({ plants: [{ id: 7, name: 'Ficus' }] })
  await post(store, '{"id":9223372036854775807,"name":"a","tag":"b","__proto__":{"x":1},"y":2}')
  await post(store, '{"id":1e3,"name":"c"}')
  expect(store.plants).toStrictEqual([
    { id: 7, name: 'Ficus' },
    { id: 9223372036854775807n, name: 'a', tag: 'b' },
    { id: 1000, name: 'c' },
  ])
})

test('changes to a copy do not reach the store', async () => {
  const store = createMockStore()
  await post(store, '{"id":1,"name":"a"}')
  const [plant] = store.plants
  if (plant) plant.name = 'changed'
  store.on('plant', added => {
    added.name = 'changed'
  })
  await post(store, '{"id":2,"name":"b"}')
  store.plants.pop()
  store.requests.pop()
  expect(store.plants.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(store.requests).toHaveLength(2)
})

test('the journal has the body and the reason of a refusal, but no token', async () => {
  const store = createMockStore()
  await post(
    store,
    '{"id":9007199254740993}',
    { 'X-Trace': '1', cookie: 'a=secret' },
    '?access_token=secret&a=1',
  )
  await post(store, '{"id":')
  const requests = store.requests
  expect(requests).toEqual([
    {
      number: 1,
      time: expect.any(Date),
      method: 'POST',
      url: 'https://a.test/plants?access_token=[redacted]&a=1',
      headers: {
        authorization: 'Bearer [redacted]',
        'content-type': 'application/json',
        cookie: '[redacted]',
        'x-trace': '1',
      },
      body: { id: 9007199254740993n },
      status: 400,
      response: {
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: { error: 400, message: 'Not a plant: /name is required' },
      },
      duration: expect.any(Number),
      reason: 'Not a plant: /name is required',
    },
    expect.objectContaining({ text: '{"id":', reason: expect.stringContaining('position 6') }),
  ])
  expect(JSON.stringify(requests)).toContain('{"id":9007199254740993}')
  expect(JSON.stringify(requests)).not.toContain('secret')
})

test('the token never appears over a socket either, however it is sent', async () => {
  await using server = await startMockServer({ port: 0 })
  for (const authorization of ['secret', 'Basic secret', 'Bearer a secret', 'bearer secret'])
    await fetch(`${server.url}/plants`, { method: 'POST', headers: { authorization } })
  expect(server.store.requests).toHaveLength(4)
  expect(JSON.stringify(server.store.requests)).not.toContain('secret')
})

test('a body nested very deeply is refused, recorded as text, and can be read and written', async () => {
  const store = createMockStore()
  const nested = (depth: number) =>
    `{"id":1,"name":"a","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  expect((await post(store, nested(127))).status).toBe(successStatus)
  const response = await post(store, nested(400_000))
  expect(response.status).toBe(400)
  const reason = 'The body is nested deeper than 128 levels at position 150'
  expect(await response.json()).toEqual({ error: 400, message: reason })
  expect(store.requests[1]).toMatchObject({
    text: expect.stringContaining(nested(400_000).slice(0, 4_096)),
    reason,
  })
  expect(JSON.stringify(store.requests)).toContain(reason)
})

test.each([0, 1, 3])('the journal is bounded by maxRequests: %s', async maxRequests => {
  const store = createMockStore({ maxRequests })
  for (let count = 0; count < 2_500; count++) await store.fetch('https://a.test/x')
  const numbers = store.requests.map(({ number }) => number)
  expect(numbers).toEqual([2_498, 2_499, 2_500].slice(3 - maxRequests))
})

describe('events', () => {
  test('listeners get plants and requests until they unsubscribe', async () => {
    const store = createMockStore()
    const told: unknown[] = []
    const stop = [
      store.on('plant', ({ id }) => told.push(['plant', id])),
      store.on('request', ({ status }) => told.push(['request', status])),
    ]
    await post(store, '{"id":1,"name":"a"}')
    await post(store, '{}')
    for (const end of stop) end()
    await post(store, '{"id":1,"name":"a"}')
    expect(told).toEqual([
      ['plant', 1],
      ['request', successStatus],
      ['request', 400],
    ])
  })

  test('unknown events and listeners that are not functions are rejected', () => {
    const store = createMockStore()
    expect(() => store.on('plants' as never, () => {})).toThrow(/there is no event plants/)
    expect(() => store.on('plant', undefined as never)).toThrow(/listener must be a function/)
  })
})

test('reset() restores the state at the start', async () => {
  const options = { plants: [{ id: 1, name: 'a' }], duplicateIds: 'reject', randomSeed: 1 } as const
  const store = createMockStore({ ...options, failureRate: 0.5 })
  const run = async () => {
    const seen: unknown[] = []
    for (let count = 0; count < 20; count++)
      seen.push(
        await post(store, `{"id":${count},"name":"b"}`).then(({ status }) => status, String),
      )
    return seen
  }
  const first = await run()
  store.failNext('no-answer', { times: Number.POSITIVE_INFINITY })
  store.reset()
  expect(store.plants).toEqual(options.plants)
  expect(store.requests).toEqual([])
  expect(await run()).toEqual(first)
  expect(store.requests[0]?.number).toBe(1)
})

test('close() may be called twice, and await using closes', async () => {
  const server = await startMockServer({ port: 0 })
  expect(server.port).toBeGreaterThan(0)
  await Promise.all([server.close(), server.close()])
  await server.close()
  let url = ''
  {
    await using other = await startMockServer({ port: server.port })
    url = other.url
    expect((await fetch(`${url}/plants`)).status).toBe(405)
  }
  await expect(fetch(url)).rejects.toThrow(TypeError)
})

test('with the same seed, requests overtake each other in the same way', async () => {
  // Each of these seeds keeps the four answers at least 90 ms apart.
  const order = async (randomSeed: number) => {
    const store = createMockStore({ randomSeed, latency: [0, 400] })
    const answered: number[] = []
    const send = (id: number) =>
      post(store, `{"id":${id},"name":"a"}`).then(() => answered.push(id))
    await Promise.all([1, 2, 3, 4].map(send))
    return answered
  }
  const [first, again, other] = await Promise.all([order(79), order(79), order(175)])
  expect(first).toEqual([1, 4, 3, 2])
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})

test('a snapshot of the requests is stable, and shows ids as what they are', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  try {
    const store = createMockStore()
    await post(store, '{"id":9007199254740993,"name":"a"}')
    store.failNext('network-error')
    await post(store, '{"id":1,"name":"b"}').catch(() => {})
    // The status is that of the contract, which may change.
    const requests = store.requests.map(request =>
      request.status === successStatus ? { ...request, status: 'success' } : request,
    )
    expect(requests).toMatchInlineSnapshot(`
      [
        {
          "body": {
            "id": 9007199254740993n,
            "name": "a",
          },
          "duration": 0,
          "headers": {
            "authorization": "Bearer [redacted]",
            "content-type": "application/json",
          },
          "method": "POST",
          "number": 1,
          "response": {
            "body": {
              "name": "a",
            },
            "headers": {
              "access-control-allow-origin": "*",
              "access-control-expose-headers": "WWW-Authenticate, Retry-After",
              "content-type": "application/json",
            },
          },
          "status": "success",
          "time": 1970-01-01T00:00:00.000Z,
          "url": "https://a.test/plants",
        },
        {
          "body": {
            "id": 1,
            "name": "b",
          },
          "duration": 0,
          "failure": "network-error",
          "headers": {
            "authorization": "Bearer [redacted]",
            "content-type": "application/json",
          },
          "method": "POST",
          "number": 2,
          "time": 1970-01-01T00:00:00.000Z,
          "url": "https://a.test/plants",
        },
      ]
    `)
    expect(JSON.stringify(store.requests)).toContain('{"id":9007199254740993,"name":"a"}')
  } finally {
    vi.useRealTimers()
  }
})
