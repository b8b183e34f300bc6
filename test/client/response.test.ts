// What the client makes of a response: the plant, an `api` error or an unexpected response.
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { errorBody, errorMessage, successStatus } from '../../generated/contract.ts'
import { contractError, plant } from './servers.ts'
import { type Answer, add, added, url, withAndWithoutMiddleware } from './stub-fetch.ts'

const addFor = async (status: number, body: string | null, headers: Record<string, string> = {}) =>
  await add(new Response(body, { status, headers }))

const foreign = {
  'an empty body': '',
  "a proxy's page": '<!doctype html><title>Sign in</title>',
  null: 'null',
  'an empty string': '""',
  'an array of the right shape': `[${plant}]`,
  'other JSON': '{"detail":"no such thing"}',
  'the wrong shape': '{"name":1,"error":"7","message":null}',
  'a truncated body': '{"name":"Mon',
  'a fractional error': '{"error":1.5,"message":"No."}',
}

describe.each([successStatus, 299, 302, 400, 429, 500])('unexpected-response: a %s', status => {
  test.each(Object.entries(foreign))('with %s violates the contract', async (_name, body) => {
    const { ok, data, error, response } = await addFor(status, body)
    expect({ ok, data }).toEqual({ ok: false, data: undefined })
    expect(error).toMatchObject({ kind: 'unexpected-response', response: { status }, body })
    expect(error?.message.startsWith(`POST ${url} returned ${status}: `)).toBe(true)
    expect(response?.status).toBe(status)
  })
})

test.each([200, 201, 202, 299, 300, 400, 500])(
  'result.ok says that the service confirmed the plant, which is result.data: %s is a success only if that is the status of the contract',
  async status => {
    const { ok, data, error, response } = await addFor(status, plant)
    expect(response?.status).toBe(status)
    if (status === successStatus)
      expect({ ok, data, error }).toEqual({ ok: true, data: JSON.parse(plant), error: undefined })
    else expect({ ok, kind: error?.kind }).toEqual({ ok: false, kind: 'unexpected-response' })
  },
)

// A test double may have a status below 200.
test.each([199, 300, 303, 400, 401, 404, 429, 499, 500, 503, 599])(
  'api: an Error body with %s, the service returned an error: the message names address and status',
  async status => {
    const { error } = await add(() => ({ status, text: async () => contractError }) as never)
    const body = JSON.parse(contractError)
    expect(error).toMatchObject({ kind: 'api', response: { status }, body })
    expect(error?.message).toBe(`POST ${url} returned ${status}: ${errorMessage(body)}`)
  },
)

test.each([successStatus, 299])('unexpected-response: an Error body with %s', async status => {
  const { error } = await addFor(status, contractError)
  expect(error).toMatchObject({ kind: 'unexpected-response', body: contractError })
})

test.each(['2147483647', '-2147483648', '0', '1.0', '1e3', '2147483648'])(
  '%s is read as an integer, and so as an error code: a newer service may have larger ones',
  async error => {
    const result = await addFor(400, `{"error":${error},"message":""}`)
    expect(result.error).toMatchObject({ kind: 'api', body: errorBody(Number(error), '') })
  },
)

test.each<[string, string, Record<string, string>]>([
  ['another media type', plant, { 'content-type': 'text/html' }],
  ['Content-Length: 0 and a body', plant, { 'content-length': '0' }],
  ['a byte order mark', `\ufeff${plant}`, {}],
])('%s: the body counts', async (_name, body, headers) => {
  expect((await addFor(successStatus, body, headers)).ok).toBe(true)
})

test('a message quotes 100 characters of a body, or says that it is empty', async () => {
  const start = `POST ${url} returned 502: the response violates the contract: `
  expect((await addFor(502, '')).error?.message).toBe(`${start}empty body`)
  const long = await addFor(502, 'a'.repeat(99) + 'b'.repeat(99))
  expect(long.error?.message).toBe(`${start}${'a'.repeat(99)}b`)
})

test.each(['', 'a'])(
  'a body and a message do not end in half a character: characters of two halves after %j',
  async start => {
    const long = start + '🪴'.repeat(60_000)
    for (const answer of [new Response(long, { status: 502 }), new Error(long)]) {
      const { error } = await add(answer)
      expect(JSON.stringify(error)).not.toContain('\\ud')
    }
  },
)

test.each<[string, Answer, Middleware[]?]>([
  ['Response.error()', () => Response.error()],
  ['an opaque response', () => ({ type: 'opaque', status: 0, text: async () => '' }) as never],
  ['Response.error() of a hook', added(), [{ onResponse: () => Response.error() }]],
])('network: it has no status, so it is not a response: %s', async (_name, answer, middleware) => {
  const { error } = await add(answer, { middleware })
  expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  expect(error?.message).toContain('got a response that could not be read: it has no status')
})

test.each([
  [100_000, 'api'],
  [100_001, 'unexpected-response'],
])('an Error body of %s characters, which are searched for tokens, is %s', async (length, kind) => {
  const body = contractError.replace(/}$/, '').padEnd(length - 1)
  expect((await addFor(400, `${body}}`)).error?.kind).toBe(kind)
})

const json = async () => ({ name: 'Monstera' })
const text = async () => plant
const refusal = { json: async () => JSON.parse(contractError) }
const status = successStatus

describe.each(withAndWithoutMiddleware)('A double of a response, %s', (_name, middleware) => {
  const addWith = (double: unknown) => add(() => double as never, { middleware })

  test.each<[string, object]>([
    ['{ ok, status, json }', { ok: true, status, json }],
    ['{ status, text }, as in React Native, whose bodies are not streams', { status, text }],
    ['headers that are null', { status, headers: null, text }],
    ['a body without getReader', { status, body: {}, text }],
    [
      'a text with a byte order mark, as in React Native',
      { status, text: async () => `\ufeff${plant}` },
    ],
    ['a json that returns at once', { status, json: () => ({ name: 'Monstera' }) }],
  ])('is understood: %s', async (_case, double) => {
    const { error, data } = await addWith(double)
    expect(error).toBeUndefined()
    expect(data).toEqual({ name: 'Monstera' })
  })

  test.each<[string, object, object]>([
    ['a 400', { status: 400, ...refusal }, { kind: 'api', mayHaveBeenAdded: false }],
    ['a 503', { status: 503, ...refusal }, { kind: 'api', mayHaveBeenAdded: true }],
    [
      'a Retry-After in a double of headers',
      { status: 429, headers: { get: () => '120' }, ...refusal },
      { kind: 'api', retryAfter: 120, mayHaveBeenAdded: false },
    ],
    ['a foreign body', { status, json: async () => 7 }, { body: '7', mayHaveBeenAdded: true }],
  ])('fails like any other response: %s', async (_case, double, expected) => {
    expect((await addWith(double)).error).toMatchObject(expected)
  })

  const throwing = Object.defineProperty({ json }, 'status', {
    get() {
      throw new Error('read')
    },
  })
  test.each<[string, unknown, got: string]>([
    ['undefined', undefined, 'undefined'],
    ['no status, as in jest-expo', { ok: true, json, text, headers: new Headers() }, 'an object'],
    ['a status that throws', throwing, 'an object'],
    ['no body', { ok: true, status, headers: new Headers() }, 'an object'],
    ['a json that is not a function', { status, json: { name: 'Hoya' } }, 'an object'],
  ])('is refused, and the message says why: %s', async (_case, value, got) => {
    const { error, response } = await addWith(value)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(error?.message).toBe(
      `POST ${url} got no response: ` +
        `fetch must return an object with a numeric status and text() or json(), but got ${got}`,
    )
    expect(response).toBeUndefined()
  })

  test.each<[string, (response: Response) => unknown]>([
    ['read', response => response.text()],
    ['locked', response => response.body?.getReader()],
  ])(
    'that a stub returned twice, one Response for two calls, is refused: already %s',
    async (_case, use) => {
      const response = added()
      await use(response)
      const { error } = await addWith(response)
      expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
      expect(error?.message).toMatch(/the body was already read|locked/)
    },
  )
})
