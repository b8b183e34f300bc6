// A failure with a status: what it may be, and what is sent of it.
import { createMockStore, type Failure } from 'plant-store-client/mock'
import { describe, expect, test } from 'vitest'

/** What a request gets that meets the failure, and what the journal has of it. */
async function met(failure: Failure) {
  const store = createMockStore()
  store.failNext(failure)
  const response = await store.fetch('https://a.test/plants', { method: 'POST' })
  const type = response.headers.get('content-type')
  return { type, text: await response.text(), journaled: store.requests[0]?.failure }
}

describe('What is sent', () => {
  test.each([200, 400, 503])('with %i, JSON of a body that is no string', async status => {
    const failure = { status, body: { id: 1, tags: ['a'] } }
    expect(await met(failure)).toEqual({
      type: 'application/json',
      text: '{"id":1,"tags":["a"]}',
      journaled: failure,
    })
  })

  test('a string as it is, with no media type of the service', async () => {
    const failure = { status: 503, body: '{"id":1}' }
    const { type, text, journaled } = await met(failure)
    expect([text, journaled]).toEqual([failure.body, failure])
    expect(type).not.toBe('application/json')
  })

  test('without a body, an Error', async () => {
    expect(await met({ status: 503 })).toEqual({
      type: 'application/json',
      text: '{"error":503,"message":"Failed on command with 503"}',
      journaled: { status: 503 },
    })
  })

  test('with 415, the failure, even if the request has neither a body nor a Content-Type', async () => {
    const { text } = await met({ status: 415 })
    expect(text).toBe('{"error":415,"message":"Failed on command with 415"}')
  })

  test('headers by any case; none if they are undefined', async () => {
    const headers = { 'Retry-After': '7' }
    expect((await met({ status: 503, headers })).journaled).toEqual({
      status: 503,
      headers: { 'retry-after': '7' },
    })
    expect((await met({ status: 503, headers: undefined } as never)).journaled).toEqual({
      status: 503,
    })
  })

  test('what it was when it was given', async () => {
    const body = { id: 1 }
    const store = createMockStore()
    store.failNext({ status: 500, body })
    body.id = 2
    const response = await store.fetch('https://a.test/plants', { method: 'POST' })
    expect(await response.json()).toEqual({ id: 1 })
  })
})

const circle: Record<string, unknown> = {}
circle.self = circle

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

const NO_JSON = 'failure/body cannot be written as JSON of at most 128 levels'
const NO_HEADERS = 'whose values are strings'

describe('failNext and release refuse', () => {
  test.each<[unknown, string]>([
    [
      'crash',
      'failure must be { status } or one of network-error, no-answer, cut-short, malformed-json, empty-body, wrong-shape',
    ],
    [{}, 'failure/status must be an integer from 200 to 599'],
    [{ status: 199 }, 'failure/status must be an integer from 200 to 599'],
    [{ status: 600 }, 'failure/status must be an integer from 200 to 599'],
    [{ status: '500' }, 'failure/status must be an integer from 200 to 599'],
    [{ status: 500, after() {} }, 'failure/after is not a property of a failure'],
    [{ status: 500, body: circle }, NO_JSON],
    [{ status: 500, body: nested(129) }, NO_JSON],
    [{ status: 500, body: () => 1 }, NO_JSON],
    [{ status: 500, body: Symbol('1') }, NO_JSON],
    [{ status: 500, headers: null }, `failure/headers must be an object ${NO_HEADERS}`],
    [
      { status: 500, headers: { a: '1', b: 2 } },
      `failure/headers must be a plain object ${NO_HEADERS}`,
    ],
    [{ status: 500, headers: { Upgrade: 'h2' } }, 'failure/headers/Upgrade must not be set'],
    [{ status: 500, headers: { 'a b': '1' } }, 'failure/headers/a b is not a valid header'],
  ])('%o', (failure, message) => {
    const exactly = expect.objectContaining({ message })
    const store = createMockStore()
    expect(() => store.failNext(failure as Failure)).toThrow(exactly)
    expect(() => store.holdNext().release(failure as Failure)).toThrow(exactly)
  })
})

test('failNext accepts a body of 128 levels, and the statuses 200 to 599', async () => {
  for (const status of [200, 599])
    expect((await met({ status, body: nested(128) })).text).toHaveLength(257)
})
