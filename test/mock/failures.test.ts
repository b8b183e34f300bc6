// Each failure through each transport of Node: the table in mock/store/failures.ts.

import { connect } from 'node:net'
import { createMockStore, type Failure } from 'plant-store-client/mock'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { rawRequest } from '../support/raw-request.ts'
import { transports } from '../support/transports.ts'

const init = {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Monstera"}',
}

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  async function meets(failure: Failure, signal: AbortSignal | null = null) {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    store.failNext(failure)
    try {
      const response = await fetch(`${url}/plants`, { ...init, signal }).catch(error => error)
      const body =
        response instanceof Response ? await response.text().catch(error => error) : undefined
      expect(store.plants).toEqual([])
      expect(store.requests).toMatchObject([{ failure }])
      const second = await fetch(`${url}/plants`, init)
      expect(second.status).toBe(successStatus)
      return { store, response, body }
    } finally {
      await close()
    }
  }

  test("'network-error': fetch rejects with a TypeError", async () => {
    const { response, store } = await meets('network-error')
    expect(response).toBeInstanceOf(TypeError)
    expect(store.requests[0]).not.toHaveProperty('status')
  })

  test("'no-answer': nothing until the caller gives up", async () => {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    const abort = new AbortController()
    const reason = new Error('enough')
    store.on('request', () => setTimeout(() => abort.abort(reason)))
    store.failNext('no-answer')
    await expect(fetch(`${url}/plants`, { ...init, signal: abort.signal })).rejects.toBe(reason)
    expect((await fetch(`${url}/plants`, init)).status).toBe(successStatus)
    await close()
  })

  test("'cut-short': the headers come, reading the body fails", async () => {
    const { response, body } = await meets('cut-short')
    expect(response.status).toBe(successStatus)
    expect(body).toBeInstanceOf(TypeError)
  })

  test.each([
    ['malformed-json', '{"name":'],
    ['empty-body', ''],
    ['wrong-shape', '{"plant":"none"}'],
  ] as const)(`%s: ${successStatus} with %j`, async (failure, shown) => {
    const { response, body } = await meets(failure)
    expect([response.status, body]).toEqual([successStatus, shown])
  })

  test('a status with headers and a body', async () => {
    const { response, body } = await meets({
      status: 503,
      headers: { 'retry-after': '7', 'content-type': 'text/html' },
      body: '<h1>Later</h1>',
    })
    expect([response.status, body]).toEqual([503, '<h1>Later</h1>'])
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a status alone has an Error body; one without content has none', async () => {
    const { body } = await meets({ status: 500 })
    expect(JSON.parse(body)).toEqual({ error: 500, message: expect.any(String) })
    expect((await meets({ status: 204 })).body).toBe('')
  })

  test('the same seed gives the same random failures, whatever the latency', async () => {
    const run = async (latency: number | [number, number]) => {
      const store = createMockStore({ randomSeed: 3, failureRate: 0.5, latency })
      const { url, fetch, close } = await open(store)
      const statuses: string[] = []
      for (let count = 0; count < 24; count++) {
        const shown = await fetch(`${url}/plants`, init).then(
          async response => `${response.status} ${await response.text().catch(() => 'cut')}`,
          () => 'error',
        )
        statuses.push(shown)
      }
      await close()
      return statuses
    }
    const first = await run(0)
    expect(first).toEqual(await run([0, 2]))
    const reference = createMockStore({ randomSeed: 3, failureRate: 0.5 })
    const same: string[] = []
    for (const _ of first)
      same.push(
        await reference.fetch('https://a.test/plants', init).then(
          async response => `${response.status} ${await response.text().catch(() => 'cut')}`,
          () => 'error',
        ),
      )
    expect(first).toEqual(same)
    expect(new Set(first).size).toBeGreaterThan(4)
  })
})

describe('on the wire', () => {
  const request = 'POST /plants HTTP/1.1\r\nHost: localhost\r\n\r\n'
  async function ending(failure: Failure) {
    await using server = await startMockServer({ port: 0 })
    server.store.failNext(failure)
    return await rawRequest(server.port, request)
  }

  test("'network-error' is a reset, with not a byte before it", async () => {
    expect(await ending('network-error')).toEqual({ text: '', error: 'ECONNRESET' })
  })

  test("'cut-short' closes the connection before Content-Length is reached", async () => {
    const { text } = await ending('cut-short')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${successStatus} `))
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    expect(body.length).toBeGreaterThan(0)
    expect(body.length).toBeLessThan(length)
  })

  test("'no-answer' is silence, which close() ends", async () => {
    const server = await startMockServer({ port: 0 })
    server.store.failNext('no-answer')
    const socket = connect(server.port, '127.0.0.1')
    const bytes: Buffer[] = []
    socket.on('data', chunk => bytes.push(chunk)).on('error', () => {})
    const journaled = new Promise(resolve => server.store.on('request', resolve))
    socket.write(request)
    await journaled
    const closed = new Promise(resolve => socket.on('close', resolve))
    await server.close()
    await closed
    expect(bytes).toEqual([])
  })
})

const circle: Record<string, unknown> = {}
circle.self = circle

describe('failNext refuses', () => {
  test.each([
    ['an unknown name', 'crash', /failure must be \{ status \} or one of network-error/],
    ['a status below 200', { status: 100 }, /failure\/status must be an integer from 200/],
    ['an unknown property', { status: 500, bodi: '' }, /failure\/bodi is not a property/],
    ['a line break in a header', { status: 500, headers: { a: 'b\r\nc: d' } }, /headers\/a is not/],
    [
      'a body length of its own',
      { status: 500, headers: { 'Content-Length': '3' } },
      /headers\/Content-Length must not be set/,
    ],
    ['a body that is not JSON', { status: 500, body: () => {} }, /cannot be written as JSON/],
    ['a circular body', { status: 500, body: circle }, /cannot be written as JSON/],
  ])('%s', (_name, failure, message) => {
    const store = createMockStore()
    const call = () => store.failNext(failure as never)
    expect(call).toThrow(TypeError)
    expect(call).toThrow(message)
  })

  test.each([0, -1, 1.5, Number.NaN])('%s times', times => {
    expect(() => createMockStore().failNext('no-answer', { times })).toThrow(
      /times must be a positive integer/,
    )
  })
})

test('failNext names everything that is wrong', () => {
  const failure = { status: 99, headers: { 'a b': '1', trailer: 'x' }, bodi: 1 }
  expect(() => createMockStore().failNext(failure as never, { time: 2 } as never)).toThrow(
    'failure/status must be an integer from 200 to 599; failure/headers/a b is not a valid header; ' +
      'failure/headers/trailer must not be set; failure/bodi is not a property of a failure; ' +
      'time is not an option of failNext',
  )
})

test('failures queue up, and times counts each', async () => {
  const store = createMockStore()
  store.failNext({ status: 500 }, { times: 2 })
  store.failNext({ status: 429 })
  const statuses: number[] = []
  for (let count = 0; count < 4; count++)
    statuses.push((await store.fetch('https://a.test/plants', init)).status)
  expect(statuses).toEqual([500, 500, 429, successStatus])
})

test('a bigint in a body is sent digit for digit', async () => {
  const store = createMockStore()
  store.failNext({ status: 409, body: { id: 9007199254740993n } })
  const response = await store.fetch('http://localhost/plants', { method: 'POST' })
  expect(await response.text()).toBe('{"id":9007199254740993}')
})
