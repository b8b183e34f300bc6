// What the client makes of a response: the plant, an `api` error or an unexpected response.
import { type Middleware, PlantStoreClient } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { answers, contractError, recordingServer } from './recording-server.ts'
import { added, clientOf, monstera, refused, url, withAndWithoutMiddleware } from './stub-fetch.ts'

const add = async (status: number, body: string | null, headers: Record<string, string> = {}) =>
  await clientOf(new Response(body, { status, headers })).client.addPlant(monstera)

const plant = '{"name":"Monstera"}'
const foreign = {
  empty: '',
  html: '<!doctype html><title>Sign in</title>',
  null: 'null',
  false: 'false',
  zero: '0',
  'empty string': '""',
  string: '"hi"',
  array: '[]',
  'array of the right shape': '[{"name":"Monstera"}]',
  'empty object': '{}',
  'other JSON': '{"detail":"no such thing"}',
  'wrong shape': '{"name":1,"error":"7","message":null}',
  'not JSON': '{name: Monstera}',
  truncated: '{"name":"Mon',
  'error beyond int64': '{"error":9223372036854775808,"message":"No."}',
  'fractional error': '{"error":1.5,"message":"No."}',
}

describe.each([successStatus, 299, 302, 400, 429, 500])('A %s', status => {
  test.each(Object.entries(foreign))(
    'with a foreign body is unexpected: %s',
    async (_name, body) => {
      const { ok, data, error, response } = await add(status, body)
      expect({ ok, data }).toEqual({ ok: false, data: undefined })
      expect(error).toBeInstanceOf(Error)
      expect(error).toMatchObject({ kind: 'unexpected-response', response: { status }, body })
      expect(error?.message.startsWith(`POST ${url} returned ${status}: `)).toBe(true)
      expect(response?.status).toBe(status)
    },
  )
})

test("a plant with the contract's status is a success", async () => {
  const { ok, data, error, response } = await add(successStatus, plant)
  expect({ ok, data, error }).toEqual({ ok: true, data: { name: 'Monstera' }, error: undefined })
  expect(response?.status).toBe(successStatus)
})

test.each([200, 201, 202, 299, 300, 400, 500].filter(status => status !== successStatus))(
  'a plant with %s is not a success',
  async status => {
    const { ok, error } = await add(status, plant)
    expect({ ok, kind: error?.kind }).toEqual({ ok: false, kind: 'unexpected-response' })
  },
)

test.each([300, 303, 400, 401, 404, 429, 499, 500, 503, 599])(
  'an Error by the contract with %s is an api error',
  async status => {
    const { error } = await add(status, contractError)
    expect(error).toMatchObject({
      kind: 'api',
      response: { status },
      body: { error: 7, message: 'No.' },
    })
    expect(error?.message).toBe(`POST ${url} returned ${status}: No.`)
  },
)

test('an Error by the contract with a status below 200, as a test double may have it, is an api error', async () => {
  const { client } = clientOf(() => ({ status: 199, text: async () => contractError }) as never)
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'api',
    response: { status: 199 },
  })
})

test.each([successStatus, 299])('an Error by the contract with %s is unexpected', async status => {
  const { error } = await add(status, contractError)
  expect(error).toMatchObject({
    kind: 'unexpected-response',
    response: { status },
    body: contractError,
  })
})

test.each([204, 205, 304])('a %s, which has no body, is unexpected', async status => {
  const { error } = await add(status, null)
  expect(error).toMatchObject({ kind: 'unexpected-response', response: { status }, body: '' })
})

test.each(['2147483647', '-2147483648', '0', '1.0', '1e3', '2147483648'])(
  '%s is an integer, and so an error code: a newer service may have larger ones',
  async error => {
    const result = await add(400, `{"error":${error},"message":""}`)
    expect(result.error).toMatchObject({ kind: 'api', body: { error: Number(error), message: '' } })
  },
)

test.each<[string, Record<string, string>]>([
  ['another media type', { 'content-type': 'text/html' }],
  ['Content-Length: 0 and a body', { 'content-length': '0' }],
])('%s: the body counts', async (_name, headers) => {
  expect((await add(successStatus, plant, headers)).ok).toBe(true)
})

test('a byte order mark is ignored', async () => {
  expect((await add(successStatus, `\ufeff${plant}`)).ok).toBe(true)
})

test('a message quotes 100 characters of a body, or says that it is empty', async () => {
  const start = `POST ${url} returned 502: the response violates the contract: `
  expect((await add(502, '')).error?.message).toBe(`${start}empty body`)
  const long = await add(502, 'a'.repeat(99) + 'b'.repeat(99))
  expect(long.error?.message).toBe(`${start}${'a'.repeat(99)}b`)
})

test.each([4_096, 4_097])(
  'of the %s characters of a body, an error keeps at most 4,096',
  async length => {
    const { error } = await add(502, 'a'.repeat(length))
    expect(error).toMatchObject({ body: 'a'.repeat(4_096) })
  },
)

// Each is searched for tokens.
test.each([
  [100_000, 'api'],
  [100_001, 'unexpected-response'],
])('an Error by the contract of %s characters is %s', async (length, kind) => {
  const body = JSON.stringify({ error: 1, message: 'No.' })
    .replace(/}$/, '')
    .padEnd(length - 1)
  const { error } = await add(400, `${body}}`)
  expect(error?.kind).toBe(kind)
})

// A redirect is handed back and not followed: neither the plant nor the token goes elsewhere.
describe('A redirect', () => {
  const follows: Middleware = {
    onRequest: ({ request }) => new Request(request, { redirect: 'follow' }),
  }

  test.each<[number, string, Middleware[]]>([
    [302, 'without middleware', []],
    [307, 'without middleware', []],
    [307, 'where a hook returns a Request that would follow it', [follows]],
  ])('a %s %s', async (status, _name, middleware) => {
    await using other = await recordingServer()
    const location = `${other.url}/elsewhere`
    await using server = await recordingServer(answers(status, { location }))
    const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'token', middleware })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({
      kind: 'unexpected-response',
      response: { status },
      mayHaveBeenAdded: true,
    })
    expect(error?.message).toContain(location)
    expect(server.requests).toHaveLength(1)
    expect(other.requests).toEqual([])
  })

  test.each([
    [300, true],
    [399, true],
    [299, false],
    [400, false],
  ])('is a %s with a Location: %s', async (status, isRedirect) => {
    const { error } = await add(status, '', { location: '/elsewhere' })
    const words = isRedirect
      ? 'redirects are not followed: /elsewhere'
      : 'the response violates the contract: empty body'
    expect(error?.message).toBe(`POST ${url} returned ${status}: ${words}`)
  })

  test('is not a 302 without a Location', async () => {
    expect((await add(302, '')).error?.message).not.toContain('redirect')
  })

  test('an Error by the contract as its body does not make it an api error', async () => {
    const { client } = clientOf(refused(302, { location: 'https://elsewhere.example.com/' }))
    const { error } = await client.addPlant(monstera)
    expect(error?.kind).toBe('unexpected-response')
    expect(error?.message).toContain('https://elsewhere.example.com/')
  })

  test('says so where a browser hides the target', async () => {
    const headers = new Headers()
    const hidden = { type: 'opaqueredirect', status: 0, headers, text: async () => '' }
    const { error } = await clientOf(() => hidden as never).client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'unexpected-response', response: { status: 0 } })
    expect(error?.message).toMatch(/ returned 0: redirects are not followed.* browser hides/)
  })
})

const json = async () => ({ name: 'Monstera' })
const text = async () => plant
const refusal = { json: async () => ({ error: 7, message: 'No.' }) }
const status = successStatus

describe.each(withAndWithoutMiddleware)('A double of a response, %s', (_name, middleware) => {
  const addWith = (double: unknown) =>
    clientOf(() => double as never, { middleware }).client.addPlant(monstera)

  test.each<[string, object]>([
    ['{ ok, status, json }', { ok: true, status, json }],
    ['{ status, text }', { status, text }],
    ['headers that are a plain object', { status, headers: {}, json }],
    ['headers that are null', { status, headers: null, text }],
    ['a body without getReader', { status, body: {}, text }],
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
    [
      'a text() that resolves to a number',
      { status: 500, text: async () => 7 },
      { response: { status: 500 }, body: '7' },
    ],
    [
      'a json that resolves to undefined',
      { status: 500, json: async () => undefined },
      { kind: 'unexpected-response', response: { status: 500 } },
    ],
  ])('fails like any other response: %s', async (_case, double, expected) => {
    expect((await addWith(double)).error).toMatchObject(expected)
  })

  test.each<[string, unknown, got: string]>([
    ['undefined', undefined, 'undefined'],
    ['a string', 'text', 'the string "text"'],
    ['an empty object', {}, 'an object'],
    ['no status', { ok: true, json, text, headers: new Headers() }, 'an object'],
    ['a status that is a string', { status: '200', json }, 'an object'],
    [
      'a status that throws',
      {
        json,
        get status() {
          throw new Error('read')
        },
      },
      'an object',
    ],
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
  ])('is refused if it is one Response for two calls, already %s', async (_case, use) => {
    const response = added()
    await use(response)
    const { error } = await addWith(response)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expect(error?.message).toMatch(/the body was already read|locked/)
  })
})
