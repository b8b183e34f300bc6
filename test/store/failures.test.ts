// failNext: what each failure is to a caller through each transport, and what a failure may be.
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore, type MockFailure } from 'plant-store-client/mock'
import { describe, expect, test, vi } from 'vitest'
import { errorBody, successStatus } from '../../generated/contract.ts'
import { add, addHeld, addition, heldRequest, nextRequest } from '../harness/addition.ts'
import { transports } from '../harness/transports.ts'

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  async function fail(failure: MockFailure) {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    store.failNext(failure)
    try {
      const response = await fetch(`${url}/plants`, addition()).catch(error => error)
      const body =
        response instanceof Response ? await response.text().catch(error => error) : undefined
      expect(store.plants).toEqual([])
      expect(store.requests).toMatchObject([{ failure }])
      const second = await fetch(`${url}/plants`, addition())
      expect(second.status).toBe(successStatus)
      return { store, response, body }
    } finally {
      await close()
    }
  }

  test("'network-error': fetch rejects with a TypeError", async () => {
    const { response, store } = await fail('network-error')
    expect(response).toBeInstanceOf(TypeError)
    expect(store.requests[0]).not.toHaveProperty('status')
  })

  test("'no-answer': silence, inFlight 'no-answer', and fetch settles only when the request is aborted", async () => {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    const abort = new AbortController()
    const reason = new Error('enough')
    store.failNext('no-answer')
    const journaled = nextRequest(store)
    const waiting = fetch(`${url}/plants`, addition(undefined, { signal: abort.signal }))
    waiting.catch(() => {})
    const inFlight = () => store.requests.map(request => request.inFlight)
    await expect.poll(inFlight).toEqual(['no-answer'])
    abort.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    const reasons = { failure: 'no-answer', reason: 'The client disconnected' }
    expect(await journaled).toMatchObject(reasons)
    expect((await fetch(`${url}/plants`, addition())).status).toBe(successStatus)
    await close()
  })

  test("'cut-short': the headers come, and reading the body fails", async () => {
    const { response, body, store } = await fail('cut-short')
    expect(response.status).toBe(successStatus)
    expect(body).toBeInstanceOf(TypeError)
    expect(store.requests[0]?.response?.text).toBe('{"name":"c') // as far as it was received
  })

  test.each([
    ['malformed-json', '{"name":'],
    ['empty-body', ''],
    ['wrong-shape', '{"plant":"none"}'],
  ] as const)(
    `'malformed-json', 'empty-body', 'wrong-shape' are a ${successStatus} with such a body: %s, %j`,
    async (failure, shown) => {
      const { response, body } = await fail(failure)
      expect([response.status, body]).toEqual([successStatus, shown])
    },
  )

  test('the mock injects the failures that you schedule: a failure is a response with a status, headers and a body', async () => {
    const { response, body } = await fail({
      status: 503,
      headers: { 'retry-after': '7', 'content-type': 'text/html' },
      body: '<h1>Later</h1>',
    })
    expect([response.status, body]).toEqual([503, '<h1>Later</h1>'])
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a status alone has an Error body, whose error is the HTTP status code; one without content has none', async () => {
    const { body } = await fail({ status: 500 })
    expect(JSON.parse(body)).toEqual(errorBody(500, 'Injected failure: 500'))
    expect((await fail({ status: 204 })).body).toBe('')
  })
})

test("'cut-short' ends also where a test fakes the clock", async () => {
  vi.useFakeTimers()
  try {
    const store = createMockStore()
    store.failNext('cut-short')
    await expect((await add(store)).text()).rejects.toThrow('cut short')
  } finally {
    vi.useRealTimers()
  }
})

test('scheduled notices a match that never matched: it lists the failures and holds that no request has used; clearFailures removes all failures', async () => {
  const store = createMockStore()
  const match = () => false
  store.failNext({ status: 503 }, { times: 2 })
  store.failNext('cut-short', { skip: 1, match: { id: 7 } })
  store.failNext('no-answer', { times: Infinity, match })
  store.holdNext({ match: { name: 'Aloe' } })
  expect(store.scheduled).toEqual([
    { failure: { status: 503 }, times: 2, skip: 0 },
    { failure: 'cut-short', times: 1, skip: 1, match: { id: 7 } },
    { failure: 'no-answer', times: Infinity, skip: 0, match },
    { hold: true, match: { name: 'Aloe' } },
  ])
  await add(store)
  expect(store.scheduled).toHaveLength(3)
  store.clearFailures()
  const hold = store.holdNext()
  const responding = add(store)
  await heldRequest(hold, responding)
  expect(store.scheduled).toEqual([{ hold: true, match: { name: 'Aloe' } }])
  hold.release()
  await responding
  store.reset()
  expect(store.scheduled).toEqual([])
})

test('failNext fails the next request: failures queue up, and times requests fail with each', async () => {
  const store = createMockStore()
  store.failNext({ status: 500 }, { times: 2 })
  store.failNext({ status: 429 })
  const statuses: number[] = []
  while (statuses.length < 4) statuses.push((await add(store)).status)
  expect(statuses).toEqual([500, 500, 429, successStatus])
})

test('on Node, one 503 with Retry-After ends in success, because the client retries; times: 3 fails the whole call', async () => {
  const { fetch, failNext } = createMockStore()
  const client = new PlantStoreClient({ baseUrl: 'https://a.test', accessToken: 'token', fetch })
  for (const times of [1, 3]) {
    failNext({ status: 503, headers: { 'retry-after': '0' } }, { times })
    expect((await client.addPlant({ id: 1, name: 'Hoya' })).ok).toBe(times === 1)
  }
})

test('a scheduled failure comes before a random one; the journal has the failure that it used, and as failureId its id', async () => {
  const store = createMockStore({ failureRate: 1, randomSeed: 1 })
  store.failNext({ status: 418, body: 'x'.repeat(20_000) }, { times: Infinity })
  await add(store)
  store.clearFailures()
  await add(store).catch(() => {})
  const { responding, release } = await addHeld(store)
  release({ status: 503 })
  await responding
  const [scheduled, ...others] = store.requests
  expect(scheduled).not.toHaveProperty('random')
  expect(others).toMatchObject([{ random: true }, { status: 503 }])
  expect(scheduled?.failure).toEqual({ status: 418 }) // whose body is too long for the journal
  expect(scheduled?.response?.text).toBe('x'.repeat(16_384))
  expect(scheduled?.failureId).toMatch(/^\w+-\d+$/)
  for (const request of others) expect(request).not.toHaveProperty('failureId')
})

/** What a request with the failure gets, and what the journal has of it. */
async function failed(failure: MockFailure) {
  const store = createMockStore()
  store.failNext(failure)
  const response = await add(store, null, { headers: {} })
  const type = response.headers.get('content-type')
  return { type, text: await response.text(), journaled: store.requests[0]?.failure }
}

const BIG = { id: 9007199254740993n, tags: ['a'] }
const WRITTEN = '{"id":9007199254740993,"tags":["a"]}'

test.each<[string, MockFailure, type: RegExp, text: string]>([
  ['JSON of a body that is not a string', { status: 400, body: BIG }, /json$/, WRITTEN],
  ['it with a success, too', { status: 200, body: BIG }, /json$/, WRITTEN],
  ['a string as it is', { status: 503, body: WRITTEN }, /^text/, WRITTEN],
])('a failure sends %s', async (_what, failure, type, text) => {
  const response = await failed(failure)
  expect(response).toMatchObject({ text, journaled: failure })
  expect(response.type).toMatch(type)
})

test('a failure may have headers in any case, and undefined ones count as left out', async () => {
  const { journaled } = await failed({ status: 503, headers: { 'Retry-After': '7' } })
  expect(journaled).toEqual({ status: 503, headers: { 'retry-after': '7' } })
  const none = await failed({ status: 503, headers: undefined } as never)
  expect(none.journaled).toEqual({ status: 503 })
})

const circle: Record<string, unknown> = {}
circle.self = circle

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

const NO_JSON = 'body cannot be written as JSON of at most 128 levels'
const notJson = (name: string) => `body must be a string or a value for JSON: ${name} is neither`
const NO_HEADERS = 'whose values are strings'
const STATUS = 'status must be an integer from 200 to 599'

const withBody = (body: unknown) => ({ status: 500, body })
const withHeaders = (headers: unknown) => ({ status: 500, headers })

describe('failNext and release refuse', () => {
  test.each<[unknown, string]>([
    [{}, STATUS],
    [{ status: 199 }, STATUS],
    [{ status: 600 }, STATUS],
    [{ status: 500, after() {} }, 'after is not a property of a failure'],
    [withBody(circle), NO_JSON],
    [withBody(nested(129)), NO_JSON],
    [withBody(() => 1), NO_JSON],
    [withBody(Buffer.from('a')), notJson('Uint8Array')],
    [withBody(new Map([['a', 1]])), notJson('Map')],
    [withHeaders(null), `headers must be an object ${NO_HEADERS}`],
    [withHeaders({ a: '1', b: 2 }), `headers must be a plain object ${NO_HEADERS}`],
    [withHeaders({ Upgrade: 'h2' }), 'headers/Upgrade must not be set'],
    [withHeaders({ 'Content-Length': '3' }), 'headers/Content-Length must not be set'],
    [withHeaders({ 'a b': '1' }), 'headers/a b is not a valid header'],
    [withHeaders({ a: 'b\r\nc: d' }), 'headers/a is not a valid header'],
    [withHeaders({ a: 'b\u0001' }), 'headers/a is not a valid header'],
    [withHeaders({ a: 'b'.repeat(16_383) }), 'headers must have at most 16384 characters'],
  ])('%o', (failure, words) => {
    const exactly = expect.objectContaining({ message: `failure/${words}` })
    const store = createMockStore()
    expect(() => store.failNext(failure as MockFailure)).toThrow(TypeError)
    expect(() => store.failNext(failure as MockFailure)).toThrow(exactly)
    expect(() => store.holdNext().release(failure as MockFailure)).toThrow(exactly)
  })
})

test('failNext refuses the name of no failure with those that there are', () => {
  expect(() => createMockStore().failNext('crash' as never)).toThrow(
    /^failure must be { status } or one of network-error, no-answer, cut-short, malformed-json, empty-body, wrong-shape$/,
  )
})

test('failNext names everything that is wrong', () => {
  const failure = { status: 99, headers: { 'a b': '1', trailer: 'x' }, bodi: 1 }
  const options = { times: 0, skip: -1, time: 2 }
  expect(() => createMockStore().failNext(failure as never, options as never)).toThrow(
    'failure/status must be an integer from 200 to 599; failure/headers/a b is not a valid header; ' +
      'failure/headers/trailer must not be set; failure/bodi is not a property of a failure; ' +
      'times must be a positive integer or Infinity; skip must be an integer, 0 or more; ' +
      'time is not an option of failNext',
  )
})

test('failNext accepts a body of 128 levels, the statuses 200 to 599, and 16,384 characters of headers', async () => {
  const headers = { a: 'b'.repeat(16_384 - 'a,'.length) }
  for (const status of [200, 599])
    expect((await failed({ status, headers, body: nested(128) })).text).toHaveLength(257)
})
