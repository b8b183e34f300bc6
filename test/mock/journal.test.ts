// What the journal has of a request and its response, and how much it keeps.

import { createMockApp, createMockStore, type MockStore } from 'plant-store-client/mock'
import { createHandlers } from 'plant-store-client/mock/msw'
import { startMockServer } from 'plant-store-client/mock/server'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { transports } from '../support/transports.ts'

const headers = { authorization: 'Bearer token', 'content-type': 'application/json' }
const BODY = '{"id":9007199254740993,"name":"Monstera"}'
const plant = { id: 9007199254740993n, name: 'Monstera' }

const post = (store: MockStore, init: RequestInit = {}, path = '/plants') =>
  store.fetch(`https://a.test${path}`, { method: 'POST', headers, body: BODY, ...init })

describe.each(Object.entries(transports))('through %s', (_transport, open) => {
  test('the body of a refused or failed request is there, and each response', async () => {
    const store = createMockStore()
    const { url, fetch, close } = await open(store)
    const send = async (init: RequestInit = {}) => {
      const response = await fetch(`${url}/plants`, {
        method: 'POST',
        headers,
        body: BODY,
        ...init,
      })
      await response.text()
    }
    store.failNext('network-error')
    await send().catch(() => {})
    await send()
    await send({ headers: { 'content-type': 'application/json' } })
    await send({ headers: { ...headers, 'content-type': 'text/plain' } })
    store.failNext({ status: 503, headers: { 'retry-after': '1' }, body: { id: 1n } })
    await send()
    store.failNext('malformed-json')
    await send()
    await close()
    const { requests } = store
    expect(requests.map(({ body }) => body)).toEqual(Array(6).fill(plant))
    expect(requests).toMatchObject([
      { failure: 'network-error' },
      { status: successStatus, response: { body: { name: 'Monstera' } } },
      { status: 401, response: { body: { error: 401 } } },
      { status: 415, response: { body: { error: 415 } } },
      { status: 503, response: { headers: { 'retry-after': '1' }, body: { id: 1 } } },
      { status: successStatus, response: { text: '{"name":' } },
    ])
    expect(requests[0]).not.toHaveProperty('response')
    for (const { duration } of requests) expect(duration).toBeGreaterThanOrEqual(0)
  })
})

test('a request to another path or with another method has its body too', async () => {
  const store = createMockStore()
  await post(store, {}, '/trees')
  await post(store, { method: 'PUT' })
  expect(store.requests).toMatchObject([
    { status: 404, body: plant },
    { status: 405, body: plant },
  ])
})

test('a preflight is not in the journal', async () => {
  const store = createMockStore()
  const response = await store.fetch('https://a.test/plants', { method: 'OPTIONS' })
  expect([response.status, store.requests]).toEqual([204, []])
})

test.each([
  [401, ''],
  [415, 'Authorization: Bearer token\r\n'],
])('a client that waits for 100 (Continue) gets %i without it', async (status, header) => {
  await using server = await startMockServer({ port: 0 })
  const { connect } = await import('node:net')
  const socket = connect(server.port, '127.0.0.1')
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n${header}\r\n`,
  )
  const first = await new Promise(resolve => socket.once('data', resolve))
  expect(String(first).split(' ')[1]).toBe(String(status))
  socket.destroy()
})

test('what is cut off a long text is marked', async () => {
  const store = createMockStore()
  store.failNext({ status: 500, body: 'y'.repeat(5_000) })
  await post(store, { body: 'x'.repeat(5_000) })
  await post(store, { body: JSON.stringify({ id: 1, name: 'z'.repeat(5_000) }) })
  const [failed, added] = store.requests
  expect(failed?.text).toBe(`${'x'.repeat(4_096)}… (5000 characters)`)
  expect(failed?.response?.text).toBe(`${'y'.repeat(4_096)}… (5000 characters)`)
  expect(added?.body).toEqual({ id: 1, name: 'z'.repeat(5_000) })
  expect(added?.response?.text).toMatch(/^\{"name":"z+… \(5011 characters\)$/)
})

test('a response that is nested too deeply for readers is shown as text', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const app = createMockApp()
  for (const depth of [128, 129, 2_000]) {
    app.store.failNext({ status: 500, body: nested(depth) })
    await post(app.store)
  }
  const responses = [
    { body: JSON.parse(nested(128)) },
    { text: nested(129) },
    { text: nested(2_000) },
  ].map(response => ({ response }))
  expect(app.store.requests).toMatchObject(responses)
  const listed = await app.fetch('https://a.test/__mock/requests')
  expect(await listed.json()).toMatchObject(responses)
})

test('what a client gets to see of a response is there, and no more', async () => {
  const store = createMockStore()
  store.failNext('cut-short')
  await post(store)
  await post(store, { method: 'HEAD', body: null })
  store.failNext('no-answer')
  const leaving = new AbortController()
  store.on('request', () => leaving.abort())
  await post(store, { signal: leaving.signal }).catch(() => {})
  const [cut, head, unanswered] = store.requests
  expect(cut?.response?.text).toBe('{"name":"c')
  expect(head).toMatchObject({ status: 405, response: { headers: { allow: 'POST, OPTIONS' } } })
  expect(head?.response).not.toHaveProperty('body')
  expect(unanswered).toMatchObject({ failure: 'no-answer' })
  expect(unanswered).not.toHaveProperty('response')
})

test.each([4_096, 4_097])('a text of %i characters is whole up to 4,096', async length => {
  const store = createMockStore()
  const json = JSON.stringify('x'.repeat(length - 2))
  store.failNext({ status: 500, body: json })
  await post(store, { body: 'x'.repeat(length) })
  const [request] = store.requests
  const isWhole = length <= 4_096
  expect(request?.text).toBe(`${'x'.repeat(4_096)}${isWhole ? '' : '… (4097 characters)'}`)
  expect(request?.response?.body).toBe(isWhole ? 'x'.repeat(length - 2) : undefined)
})

test.each([2, 3, 4])('up to maxRequests (3), all of %i requests are kept', async count => {
  const store = createMockStore({ maxRequests: 3 })
  for (let sent = 0; sent < count; sent++) await post(store)
  expect(store.requests.map(({ number }) => number)).toEqual([1, 2, 3, 4].slice(0, count).slice(-3))
})

test('a request without a body has none in the journal', async () => {
  const store = createMockStore()
  await post(store, { body: null })
  expect(store.requests[0]).not.toHaveProperty('body')
  expect(store.requests[0]).not.toHaveProperty('text')
})

test('responses without a body have none in the journal', async () => {
  const store = createMockStore()
  store.failNext({ status: 204 })
  await post(store)
  store.failNext('empty-body')
  await post(store)
  for (const { response } of store.requests) {
    expect(response).not.toHaveProperty('body')
    expect(response).not.toHaveProperty('text')
  }
})

test('a cookie of a response is redacted', async () => {
  const store = createMockStore()
  for (const cookie of ['session=secret', 'the secret']) {
    store.failNext({ status: 500, headers: { 'set-cookie': cookie } })
    await post(store)
  }
  const cookies = store.requests.map(({ response }) => response?.headers['set-cookie'])
  expect(cookies).toEqual(['[redacted]', '[redacted]'])
})

test('msw handlers and the store share one order of arrival', async () => {
  const store = createMockStore({ latency: 5 })
  const [handler] = createHandlers(store)
  expect(handler).toBeDefined()
  await Promise.all([post(store), post(store)])
  expect(store.requests.map(({ number }) => number)).toEqual([1, 2])
})
