// What hostile peers did to the client in a trial: each ended a call wrongly, late or not at all.
import { inspect } from 'node:util'
import type { Middleware } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { added, clientOf, monstera, refused } from '../stub-fetch.ts'

const secret = 's3cret-token-ABCDEFGH'
const shown = (value: unknown) =>
  `${inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true })}${JSON.stringify(value)}`

test('a signal of a Request that throws when it is let go', async () => {
  class Odd extends Request {
    override get signal(): AbortSignal {
      return {
        aborted: false,
        addEventListener() {},
        removeEventListener() {
          throw new Error('no')
        },
      } as never
    }
  }
  const middleware: Middleware[] = [{ onRequest: ({ request }) => new Odd(request) }]
  const { client } = clientOf(added(), { middleware })
  expect((await client.addPlant(monstera)).ok).toBe(true)
})

test.each(['ok', 'plant', 'kind', 'code'])('Object.prototype.%s is polluted', async key => {
  const { client, sent } = clientOf(refused(500))
  Object.defineProperty(Object.prototype, key, { value: true, configurable: true, writable: true })
  try {
    const result = await client.addPlant(monstera)
    expect(result.ok).toBe(false)
    expect(result.error?.kind).toBe('api')
    expect(sent).toHaveLength(1)
  } finally {
    delete (Object.prototype as Record<string, unknown>)[key]
  }
})

test('Object.prototype.status is 500: a plant that was added is not sent again', async () => {
  const { client, sent } = clientOf(added(), { retryAmbiguous: true })
  Object.defineProperty(Object.prototype, 'status', { value: 500, configurable: true })
  try {
    expect((await client.addPlant(monstera)).ok).toBe(true)
    expect(sent).toHaveLength(1)
  } finally {
    Reflect.deleteProperty(Object.prototype, 'status')
  }
})

describe('An exception that is large', () => {
  const webOf = (count: number) => {
    const error = new Error('boom')
    return Object.assign(error, { errors: Array(count).fill(error) })
  }
  test.each<[string, () => unknown]>([
    ['with 20 MB of bytes', () => Object.assign(new Error('boom'), { body: Buffer.alloc(2e7) })],
    ['that leads to itself many times', () => webOf(50)],
    ['with a million parts', () => Object.assign(new Error('boom'), { rows: Array(1e6).fill({}) })],
  ])('%s', async (_name, make) => {
    const thrown = make()
    const { client } = clientOf(() => Promise.reject(thrown))
    const { error } = await client.addPlant(monstera)
    expect(error?.message).toContain('boom')
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
  })
})

test('a body of very many empty chunks comes to an end', async () => {
  const body = new ReadableStream({ pull: stream => stream.enqueue(new Uint8Array(0)) })
  const { client } = clientOf(() => new Response(body))
  expect((await client.addPlant(monstera)).error?.kind).toBe('unexpected-response')
})

describe('A token', () => {
  test.each<[string, unknown]>([
    ['in a Request', { request: new Request('http://a', { headers: { authorization: secret } }) }],
    ['in Headers', { headers: new Headers({ authorization: secret }) }],
    ['in a Map', { headers: new Map([['authorization', secret]]) }],
    ['in the name of a property', { headers: { [secret]: 1 } }],
    ['behind many other things', { rows: Array.from({ length: 1_200 }, () => ({})), secret }],
  ])('%s of what fetch throws', async (_name, details) => {
    const thrown = Object.assign(new Error('no quota'), details)
    const { client } = clientOf(() => Promise.reject(thrown), { accessToken: secret })
    const { error } = await client.addPlant(monstera)
    expect(error?.message).toContain('no quota')
    expect(shown(error)).not.toContain(secret)
  })

  test('that the service uses as a name', async () => {
    const body = { error: 1, message: 'No.', [secret]: secret }
    const { client } = clientOf(Response.json(body, { status: 400 }), { accessToken: secret })
    const { error } = await client.addPlant(monstera)
    expect(error?.kind).toBe('api')
    expect(shown(error)).not.toContain(secret)
  })

  test('in what a plant throws', async () => {
    const plant = {
      ...monstera,
      get name(): string {
        throw new Error(`with ${secret}`)
      },
    }
    const { client } = clientOf(added(), { accessToken: secret })
    expect(shown((await client.addPlant(plant)).error)).not.toContain(secret)
  })
})

test('a redirect is one, whatever its body says', async () => {
  const headers = { location: 'https://elsewhere.example.com/' }
  const { client } = clientOf(refused(302, headers))
  const { error } = await client.addPlant(monstera)
  expect(error?.kind).toBe('unexpected-response')
  expect(error?.message).toContain('https://elsewhere.example.com/')
})

test.each<[string, unknown, RegExp]>([
  ['without a status', { ok: true, json: async () => ({}) }, /numeric status/],
  ['null', null, /returned null/],
])('%s is no response, and the message says what is', async (_name, answer, words) => {
  const { client } = clientOf(() => answer as Response)
  const { error } = await client.addPlant(monstera)
  expect(error?.kind).toBe('network')
  expect(error?.message).toMatch(words)
})

test('a stub whose json gives undefined', async () => {
  const { client } = clientOf(() => ({ status: 500, json: async () => undefined }) as Response)
  expect((await client.addPlant(monstera)).error).toMatchObject({
    kind: 'unexpected-response',
    status: 500,
  })
})
