// A response is whatever has a numeric `status` and a readable body, `text()` or `json()`. Of anything
// else the message says what `fetch` gave and what it must give. Guarding neighbours, right in 0.1.0
// too: bodies that reject, and what JSON cannot write.
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { clientOf, connectionRefused, monstera, refusingUrl } from '../stub-fetch.ts'

const passive = { onRequest() {}, onResponse() {}, onError() {} }
const add = async (makeResponse: () => unknown, middleware: Middleware[] = []) => {
  const { client, sent } = clientOf(() => makeResponse() as never, { middleware })
  return { ...(await client.addPlant(monstera)), sent }
}

const json = async () => ({ name: 'Monstera' })
const text = async () => '{"name":"Monstera"}'
const refusal = { json: async () => ({ error: 7, message: 'No.' }) }
const retryLater = { get: (name: string) => (name.toLowerCase() === 'retry-after' ? '5' : null) }
const at = (body: object) => ({ body, getReader: () => body })

describe('Is understood', () => {
  test.each<[string, object]>([
    ['{ ok, status, json }', { ok: true, status: 200, json }],
    ['{ status, json }', { status: 200, json }],
    ['{ status, text }', { status: 200, text }],
    ['{ status, text, json }', { status: 200, text, json }],
    ['{ ok, status, headers, json }', { ok: true, status: 200, headers: new Headers(), json }],
    ['headers that are a plain object', { status: 200, headers: {}, json }],
    ['headers that are a Map', { status: 200, headers: new Map(), json }],
    ['headers that are null', { status: 200, headers: null, text }],
    ['a body that is null', { status: 200, body: null, text }],
    ['a body that is a string', { status: 200, body: '{"name":"no"}', text }],
    ['a body without getReader and cancel', { status: 200, body: {}, text }],
    ['a json that gives at once', { status: 200, json: () => ({ name: 'Monstera' }) }],
    ['a text that gives at once', { status: 200, text: () => '{"name":"Monstera"}' }],
  ])('%s', async (_name, response) => {
    for (const middleware of [[], [passive]]) {
      const { error, data } = await add(() => response, middleware)
      expect(error).toBeUndefined()
      expect(data).toEqual({ name: 'Monstera' })
    }
  })

  test.each<[string, object, object]>([
    ['a 400', { status: 400, ...refusal }, { kind: 'api', mayHaveBeenAdded: false }],
    ['a 500', { ok: false, status: 500, ...refusal }, { kind: 'api', mayHaveBeenAdded: true }],
    ['a 201', { status: 201, json }, { kind: 'unexpected-response', mayHaveBeenAdded: true }],
    ['a 503', { status: 503, ...refusal }, { kind: 'api', mayHaveBeenAdded: true }],
    [
      'a 429 with Retry-After, its headers a double',
      { status: 429, headers: { get: () => '120' }, ...refusal },
      { kind: 'api', retryAfter: 120, mayHaveBeenAdded: false },
    ],
    ['a foreign 200', { status: 200, json: async () => 7 }, { body: '7', mayHaveBeenAdded: true }],
  ])('%s without a body of its own', async (_name, response, expected) => {
    for (const middleware of [[], [passive]]) {
      const { error, sent } = await add(() => response, middleware)
      expect(error).toMatchObject(expected)
      expect(error?.message).not.toMatch(/Cannot read|is not a function/)
      expect(sent).toHaveLength(1)
    }
  })

  test('a 503 with Retry-After of a double is not retried beyond the time of the call', async () => {
    const { client, sent } = clientOf(
      () => ({ status: 503, headers: retryLater, ...refusal }) as never,
    )
    const { error } = await client.addPlant(monstera, { timeout: 1_000 })
    expect(error).toMatchObject({ status: 503, retryAfter: 5, mayHaveBeenAdded: false })
    expect(sent).toHaveLength(1)
  })
})

const noResponses: [string, () => unknown][] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['a string', () => 'text'],
  ['a number', () => 200],
  ['an empty object', () => ({})],
  ['an array', () => []],
  ['nothing but ok', () => ({ ok: true })],
  ['nothing but json', () => ({ json })],
  ['no status', () => ({ ok: true, json, text, headers: new Headers() })],
  ['a status that is a string', () => ({ status: '200', json })],
  [
    'a status that throws',
    () => ({
      json,
      get status() {
        throw new Error('read')
      },
    }),
  ],
  ['no body', () => ({ ok: true, status: 200, headers: new Headers() })],
  ['a json that is no function', () => ({ status: 200, json: { name: 'Monstera' } })],
  ['what it was given', () => new Request('https://a.test')],
]

describe('Is no response', () => {
  test.each(noResponses)('%s', async (_name, make) => {
    for (const middleware of [[], [passive]]) {
      const { error, sent } = await add(make, middleware)
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
      expect(error?.message).toMatch(/\bfetch\b/)
      expect(error?.message).toMatch(/status|response/i)
      expect(error?.message).not.toMatch(/Cannot read|is not a function|was not sent|undefined is/)
      expect(sent).toHaveLength(1)
    }
  })
})

const fails = () => {
  throw new Error('it broke')
}
const rejects = () => Promise.reject(new Error('it broke'))
const reader = (more: object) => ({
  read: () => new Promise(() => {}),
  cancel: async () => {},
  releaseLock() {},
  ...more,
})

describe('A body that breaks', () => {
  test.each<[string, () => object]>([
    ['text that throws', () => ({ text: fails })],
    ['text that rejects', () => ({ text: rejects })],
    ['json that throws', () => ({ json: fails })],
    ['json that rejects', () => ({ json: rejects })],
    ['text that gives no string', () => ({ text: async () => Symbol('text') })],
    ['json that gives what JSON has no words for', () => ({ json: async () => 1n })],
    [
      'json that gives itself',
      () => ({
        json: async () => {
          const a = {}
          return Object.assign(a, { a })
        },
      }),
    ],
    ['a reader that rejects', () => ({ body: at(reader({ read: rejects })), text: rejects })],
    ['headers that throw', () => ({ headers: { get: fails }, text: rejects })],
  ])('%s', async (_name, make) => {
    for (const middleware of [[], [passive]]) {
      const response = { status: 200, headers: new Headers(), ...make() }
      const { error, sent } = await add(() => response, middleware)
      expect(error).toMatchObject({ mayHaveBeenAdded: true })
      expect(['network', 'unexpected-response']).toContain(error?.kind)
      expect(error?.message).not.toMatch(/was not sent|reading 'get'/)
      expect(sent).toHaveLength(1)
    }
  })

  test.each<[string, object]>([
    ['throws', { cancel: fails }],
    ['gives undefined', { cancel() {} }],
    ['rejects', { cancel: rejects }],
    ['is missing', { cancel: undefined }],
    ['gives a thenable that throws', { cancel: () => Object.fromEntries([['then', fails]]) }],
  ])('a reader whose cancel %s, at the time-out and in the body', async (_name, more) => {
    for (const middleware of [[], [passive]]) {
      const broken = reader(more)
      const body = { getReader: () => broken, cancel: fails }
      const never = () => new Promise(() => {})
      const response = { status: 200, headers: new Headers(), body, text: never, json: never }
      const { client } = clientOf(() => response as never, { middleware })
      const { error } = await client.addPlant(monstera, { timeout: 100 })
      expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    }
  })

  test('a response whose bodyUsed throws that a connection was refused: no proof', async () => {
    const response = {
      status: 200,
      text,
      get bodyUsed() {
        throw connectionRefused
      },
    }
    const { client, sent } = clientOf(() => response as never, { baseUrl: refusingUrl })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(sent).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['throws', fails],
    ['rejects', rejects],
    ['is missing', undefined],
  ])('a Node stream whose destroy %s, at the time-out and in the body', async (_name, destroy) => {
    for (const middleware of [[], [passive]]) {
      const next = () => new Promise(() => {})
      const body = { destroy, [Symbol.asyncIterator]: () => ({ next }) }
      const { client } = clientOf(() => ({ status: 200, body, text: next }) as never, {
        middleware,
      })
      const { error } = await client.addPlant(monstera, { timeout: 100 })
      expect(error).toMatchObject({ kind: 'timeout', mayHaveBeenAdded: true })
    }
  })

  test.each<[string, (response: Response) => unknown]>([
    ['read before', response => response.text()],
    ['locked', response => response.body?.getReader()],
  ])('one Response for two calls, %s', async (_name, use) => {
    for (const middleware of [[], [passive]]) {
      const response = Response.json(monstera)
      await use(response)
      const { error } = await add(() => response, middleware)
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
      expect(error?.message).toMatch(/body|read|used|locked/i)
      expect(error?.message).not.toMatch(/was not sent|is not a function/)
    }
  })
})
