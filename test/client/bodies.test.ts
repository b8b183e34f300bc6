// What was answered, told apart by status and body alone.
import { describe, expect, test } from 'vitest'
import { baseUrl, clientOf, monstera } from './stub-fetch.ts'

const contractError = '{"error":7,"message":"No."}'

const foreign = {
  empty: '',
  html: '<!doctype html><title>Sign in</title>',
  null: 'null',
  false: 'false',
  zero: '0',
  'empty string': '""',
  string: '"hi"',
  number: '42',
  array: '[]',
  'array of the right shape': '[{"name":"Monstera"}]',
  'empty object': '{}',
  'other JSON': '{"detail":"no such thing"}',
  'problem details': '{"title":"No","status":400}',
  'wrong shape': '{"name":1,"error":"7","message":null}',
  'not JSON': '{name: Monstera}',
  truncated: '{"name":"Mon',
  'error beyond int32': '{"error":2147483648,"message":"No."}',
  'fractional error': '{"error":1.5,"message":"No."}',
}

const add = async (status: number, body: string | null, headers: Record<string, string> = {}) => {
  const { client, sent } = clientOf(new Response(body, { status, headers }))
  const result = await client.addPlant(monstera)
  expect(sent).toHaveLength(1)
  return result
}

// All but a 4xx may have come after the plant was added.
const statuses: [status: number, mayHaveBeenAdded: boolean][] = [
  [200, true],
  [201, true],
  [202, true],
  [299, true],
  [300, true],
  [302, true],
  [399, true],
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [409, false],
  [418, false],
  [422, false],
  [429, false],
  [499, false],
  [500, true],
  [502, true],
  [503, true],
  [504, true],
  [599, true],
]

describe.each(statuses)('%s', (status, mayHaveBeenAdded) => {
  test.each(Object.entries(foreign))('with a foreign body: %s', async (_name, body) => {
    const { ok, data, error, response } = await add(status, body)
    expect({ ok, data }).toEqual({ ok: false, data: undefined })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      kind: 'unexpected-response',
      status,
      body,
      mayHaveBeenAdded,
    })
    expect(error?.message.startsWith(`POST ${baseUrl}/plants returned ${status}: `)).toBe(true)
    expect(response?.status).toBe(status)
  })

  test('with an Error by the contract', async () => {
    const { ok, error } = await add(status, contractError)
    expect(ok).toBe(false)
    const isOk = status < 300
    expect(error).toMatchObject({
      kind: isOk ? 'unexpected-response' : 'api',
      status,
      body: isOk ? contractError : { error: 7, message: 'No.' },
      mayHaveBeenAdded,
    })
    if (!isOk) expect(error?.message).toBe(`POST ${baseUrl}/plants returned ${status}: No.`)
  })

  test('with a plant', async () => {
    const { ok, error } = await add(status, '{"name":"Monstera"}')
    expect(ok).toBe(status === 200)
    expect(error?.kind).toBe(status === 200 ? undefined : 'unexpected-response')
  })
})

test.each([
  [204, true],
  [205, true],
  [304, true],
])('%s, which has no body', async (status, mayHaveBeenAdded) => {
  const { error } = await add(status, null)
  expect(error).toMatchObject({ kind: 'unexpected-response', status, body: '', mayHaveBeenAdded })
})

test.each(['2147483647', '-2147483648', '0', '1.0', '1e3'])('error %s is an int32', async error => {
  const result = await add(400, `{"error":${error},"message":""}`)
  expect(result.error).toMatchObject({ kind: 'api', body: { error: Number(error), message: '' } })
})

test('the contract counts, not the media type', async () => {
  const { ok } = await add(200, '{"name":"Monstera"}', { 'content-type': 'text/html' })
  expect(ok).toBe(true)
})

test('Content-Length: 0 with a body is read all the same', async () => {
  const { ok } = await add(200, '{"name":"Monstera"}', { 'content-length': '0' })
  expect(ok).toBe(true)
})

test('a byte order mark is ignored', async () => {
  expect((await add(200, '\ufeff{"name":"Monstera"}')).ok).toBe(true)
})

test('a name may hold any character, split over any chunks', async () => {
  const bytes = new TextEncoder().encode('{"name":"Grünlilie 🪴"}')
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const { client } = clientOf(() => new Response(body))
  expect((await client.addPlant(monstera)).data?.name).toBe('Grünlilie 🪴')
})

test('Location is no redirect of a 201', async () => {
  const created = await add(201, '{"name":"Monstera"}', { location: '/plants/1' })
  expect(created.error?.message).not.toContain('redirect')
})

test('what a message quotes of a body: that it is empty, or its first 100 characters', async () => {
  const start = `POST ${baseUrl}/plants returned 502: the response violates the contract: `
  const empty = await add(502, '')
  expect(empty.error?.message).toBe(`${start}empty body`)
  const long = await add(502, 'a'.repeat(99) + 'b'.repeat(99))
  expect(long.error?.message).toBe(`${start}${'a'.repeat(99)}b`)
})

test('a status below 200 is no success', async () => {
  const { client } = clientOf(() => ({ status: 199, text: async () => contractError }) as never)
  const { error } = await client.addPlant(monstera)
  expect(error).toMatchObject({ kind: 'api', status: 199, mayHaveBeenAdded: true })
})

test('a refusal whose body breaks off is not repeated', async () => {
  const breaks = () => new ReadableStream({ pull: stream => stream.error(new Error('cut')) })
  for (const headers of [{}, { 'retry-after': '0' }]) {
    const { client, sent } = clientOf(() => new Response(breaks(), { status: 400, headers }))
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(1)
  }
})

test('an error without Retry-After has no retryAfter, also as plain data', async () => {
  for (const body of ['<h1>', contractError]) {
    const { error } = await add(502, body)
    expect(error).not.toHaveProperty('retryAfter')
    expect(error?.toJSON()).not.toHaveProperty('retryAfter')
  }
})
