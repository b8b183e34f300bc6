// What is harmless about an error that nothing catches: frameworks, consoles and logs see no response in it.
import { inspect } from 'node:util'
import {
  isPlantStoreError,
  type Plant,
  PlantStoreClient,
  plainResult,
  unwrap,
} from 'plant-store-client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { contractError } from './recording-server.ts'
import {
  added,
  baseUrl,
  clientOf,
  connectionRefused,
  monstera,
  neverAnswers,
  refused,
} from './stub-fetch.ts'

const answer = () =>
  new Response(contractError, {
    status: 401,
    headers: { 'x-request-id': 'r-1', 'set-cookie': 'a=b' },
  })
const page = () => new Response('<h1>Welcome</h1>', { headers: { 'x-request-id': 'r-2' } })

/** By these, frameworks answer with an error: Koa, h3, Nitro, Express, Fastify, Elysia, Hono, Next, Remix. */
const TAKEN = [
  ...['status', 'statusCode', 'statusText', 'statusMessage', 'code', 'headers', 'expose'],
  ...['data', 'output', 'getResponse', 'toResponse', 'getStatus', 'digest', 'validation'],
]

test.each<[kind: string, given: Parameters<typeof clientOf>[0]]>([
  ['api', answer()],
  ['unexpected-response', page()],
  ['network', connectionRefused],
  ['timeout', neverAnswers],
])('an %s error has no property that a framework answers with', async (kind, given) => {
  const { error } = await clientOf(given, { maxRetries: 0, timeout: 50 }).client.addPlant(monstera)
  expect(error?.kind).toBe(kind)
  for (const name of TAKEN) expect(error).not.toHaveProperty(name)
})

describe('The response of an error', () => {
  test.each([
    ['api', answer, 401, 'r-1'],
    ['unexpected-response', page, 200, 'r-2'],
  ])(
    'of %s is there for a support ticket, with status and headers',
    async (_kind, make, status, id) => {
      const { error, response } = await clientOf(make()).client.addPlant(monstera)
      if (error?.kind !== 'api' && error?.kind !== 'unexpected-response') throw error
      expectTypeOf(error.response).toEqualTypeOf<Response>()
      expect([error.response.status, error.response.headers.get('x-request-id')]).toEqual([
        status,
        id,
      ])
      expect(error.response).toBe(response)
    },
  )

  test('is that of the last attempt', async () => {
    const busy = refused(503, { 'retry-after': '0' })
    const { error } = await clientOf(busy, { maxRetries: 1 }).client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'api', response: { status: 503 } })
    expect(error?.message).toMatch(/\(2 attempts\)$/)
  })

  test('is shown by no console and no log', async () => {
    const { error } = await clientOf(answer()).client.addPlant(monstera)
    const shown = [inspect(error), JSON.stringify(error), JSON.stringify({ ...error })]
    for (const text of shown) expect(text).not.toMatch(/response|r-1|a=b/)
  })

  test('is a plain status in plain data', async () => {
    const result = await clientOf(answer()).client.addPlant(monstera)
    const plain = {
      kind: 'api',
      message: result.error?.message,
      mayHaveBeenAdded: false,
      status: 401,
      body: { error: 7, message: 'No.' },
    }
    expect(result.error?.toJSON()).toEqual(plain)
    expect(plainResult(result)).toEqual({ ok: false, error: plain })
  })

  test('is missing where nothing answered', async () => {
    const { error } = await clientOf(connectionRefused).client.addPlant(monstera)
    expect(error).not.toHaveProperty('response')
  })
})

test('an error takes what others write onto it, and lets them take the response out', async () => {
  const { error } = await clientOf(answer()).client.addPlant(monstera)
  const writable: { status?: number; response?: unknown } = Object(error)
  writable.status = 500 // as Koa does
  writable.response = 'gone'
  expect(error).toMatchObject({ status: 500, response: 'gone' })
  delete writable.response
  expect(error).not.toHaveProperty('response')
})

describe('unwrap', () => {
  test('gives the plant', async () => {
    const plant = await clientOf(added()).client.addPlant(monstera).then(unwrap)
    expectTypeOf(plant).toEqualTypeOf<Plant>()
    expect(plant).toMatchObject({ name: 'Monstera' })
  })

  test('throws the very error', async () => {
    const result = await clientOf(refused(400)).client.addPlant(monstera)
    expect(() => unwrap(result)).toThrow(result.error)
    const thrown = await Promise.resolve(result)
      .then(unwrap)
      .catch((error: unknown) => error)
    expect(thrown).toBe(result.error)
    expect(isPlantStoreError(thrown)).toBe(true)
  })

  test('does not take a promise, in types and without them', async () => {
    const client = new PlantStoreClient({
      baseUrl,
      accessToken: 'token',
      fetch: async () => added(),
    })
    const promise = client.addPlant(monstera)
    // @ts-expect-error: a promise is no result
    expect(() => unwrap(promise)).toThrow(
      new TypeError('unwrap needs the result of addPlant: await it first'),
    )
    await promise
  })
})
