// What one does with a result: `plainResult` and `toJSON` give plain data, `unwrap` throws the error, and an error that
// nothing catches does no harm: frameworks, consoles and logs see no response in it.
import { inspect } from 'node:util'
import {
  type AddPlantResult,
  type Plant,
  type PlantStoreError,
  plainResult,
  unwrap,
} from 'plant-store-client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { errorBody } from '../../generated/contract.ts'
import {
  type Answer,
  add,
  added,
  busy,
  clientOf,
  connectionReset,
  monstera,
  neverAnswers,
  refused,
} from './stub-fetch.ts'

const breaks = () => {
  throw new Error('it broke')
}
const headers = { 'x-request-id': 'id-77', 'set-cookie': 'a=secret' }
const page = new Response('<h1>No</h1>', { status: 502, headers })

/** A failed call of each kind, and the fields that its error has besides those of every error. */
const failures: [PlantStoreError['kind'], string[], () => Promise<AddPlantResult>][] = [
  ['api', ['status', 'body'], () => add(refused(400, headers))],
  ['api', ['status', 'body', 'retryAfter'], () => add(busy('120', 429))],
  ['unexpected-response', ['status', 'body'], () => add(page)],
  ['network', [], () => add(connectionReset)],
  ['timeout', [], () => add(neverAnswers, { timeout: 30 })],
  ['aborted', [], () => add(added(), {}, { signal: AbortSignal.abort(breaks) })],
  ['invalid-request', ['issues'], () => add(added(), {}, { timeout: 0, maxRetries: 0.5 })],
  ['access-token', [], () => add(added(), { accessToken: breaks })],
  ['middleware', [], () => add(added(), { middleware: [{ onRequest: breaks }] })],
]

/** Whether a value is of objects, arrays and JSON's own kinds alone. */
function isPlain(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value)
  const prototype = Object.getPrototypeOf(value)
  const known = prototype === Object.prototype || prototype === Array.prototype
  return known && Object.values(value).every(isPlain)
}

const defined = (value: object) =>
  Object.entries(value).flatMap(([key, field]) => (field === undefined ? [] : [key]))

/** By these, frameworks answer with an error: Koa, h3, Nitro, Express, Fastify, Elysia, Hono, Next, Remix. */
const TAKEN = [
  ...['status', 'statusCode', 'statusText', 'statusMessage', 'code', 'headers', 'expose'],
  ...['data', 'output', 'getResponse', 'toResponse', 'getStatus', 'digest', 'validation'],
]

describe.each(failures)(
  'An error of kind %s, as plain data with the fields %j',
  (kind, own, fail) => {
    test('plainResult, toJSON and JSON.stringify give plain data, with the status in place of response', async () => {
      const result = await fail()
      const plain = plainResult(result)
      const { error } = result
      if (plain.ok || !error) throw new Error('The call succeeded')
      expect(Object.keys(plain).toSorted()).toEqual(['error', 'ok'])
      const common = ['kind', 'message', 'mayHaveBeenAdded']
      expect(defined(plain.error).toSorted()).toEqual([...common, ...own].toSorted())
      const { message, mayHaveBeenAdded } = error
      expect(plain.error).toMatchObject({ kind, message, mayHaveBeenAdded })
      expect(plain.error).toEqual(error.toJSON())
      expect(isPlain(plain)).toBe(true)
      expect(structuredClone(plain)).toEqual(plain)
      expect(JSON.parse(JSON.stringify(plain))).toEqual(plain)
      expect(JSON.parse(JSON.stringify(error))).toEqual(plain.error)
    })

    test("'response' in error is true for api and unexpected-response alone; it has neither status nor headers for frameworks, logs and error.toJSON() have no headers, and do not show response, not enumerable", async () => {
      const { error } = await fail()
      expect(error?.kind).toBe(kind)
      for (const name of TAKEN) expect(error).not.toHaveProperty(name)
      expect('response' in Object(error)).toBe(/^(api|unexpected-response)$/.test(kind))
      for (const text of [inspect(error), JSON.stringify(error), JSON.stringify({ ...error })])
        expect(text).not.toMatch(/Response \{|id-77|a=secret/)
    })
  },
)

describe('plainResult', () => {
  test('turns a whole result into plain data, where structuredClone loses the kind of an error', async () => {
    const plain = plainResult(await add(added()))
    expect(plain).toStrictEqual({ ok: true, data: monstera })
    expect(structuredClone(plain)).toEqual(plain)
    expect(structuredClone((await add(refused(400))).error)).not.toHaveProperty('kind')
  })

  test('and toJSON never fail: an Error nested deeper than 100 levels, which JSON.stringify may not write, is an unexpected response', async () => {
    const nested = (levels: number) => {
      const body = JSON.stringify({ ...errorBody(401, 'No.'), more: 'MORE' })
      const more = `${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`
      return add(new Response(body.replace('"MORE"', more), { status: 401 }))
    }
    for (const levels of [101, 40_000]) {
      const result = await nested(levels)
      expect(result.error?.kind).toBe('unexpected-response')
      expect(JSON.parse(JSON.stringify(result.error))).toEqual(plainResult(result).error)
    }
    const { error } = await nested(100)
    expect(error?.kind).toBe('api')
    expect(JSON.parse(JSON.stringify(error))).toEqual(error?.toJSON())
  })

  test('has lists that can be changed, as the drafts of Immer and of state stores ask', async () => {
    const { error } = plainResult(await clientOf(added()).client.addPlant({ id: 0.5, name: 'M' }))
    if (error?.kind !== 'invalid-request') throw new Error('It was sent')
    error.issues[0]?.path.push('part')
    error.issues.push({ path: ['name'], message: 'is not a name' })
    expect(error.issues.map(({ path }) => path)).toEqual([['id', 'part'], ['name']])
  })

  test('has types that narrow on ok and kind', async () => {
    const plain = plainResult(await add(refused(400)))
    expectTypeOf(plain.ok).toEqualTypeOf<boolean>()
    if (plain.ok) expectTypeOf(plain.data.name).toEqualTypeOf<string>()
    else if (plain.error.kind === 'api')
      expectTypeOf(plain.error.body.message).toEqualTypeOf<string>()
    else if (plain.error.kind === 'invalid-request')
      expectTypeOf(plain.error.issues[0]?.message).toEqualTypeOf<string | undefined>()
    expect(plain.ok).toBe(false)
  })
})

describe('error.response', () => {
  test.each([
    ['api', refused(401, headers), 401],
    ['unexpected-response', page, 502],
  ])(
    'of %s is the response itself, as result.response is, with error.response.status and a request id in error.response.headers for a support ticket: its body was already read',
    async (_kind, answer, status) => {
      const { error, response } = await add(answer)
      if (error?.kind !== 'api' && error?.kind !== 'unexpected-response') throw error
      expectTypeOf(error.response).toEqualTypeOf<Response>()
      expect(error.response).toMatchObject({ status, bodyUsed: true })
      expect(error.response.headers.get('x-request-id')).toBe('id-77')
      expect(error.response).toBe(response)
    },
  )

  test.each<[string, Answer[], kind: string, status: number | undefined]>([
    ['a refusal after a 503', [busy(), refused(400)], 'api', 400],
    ['a lost connection after a 503', [busy(), connectionReset], 'network', undefined],
  ])('result.response is the response to the last attempt, if one came: %s', async (...row) => {
    const [, answers, kind, status] = row
    const { error, response, sent } = await add(answers)
    expect(sent).toHaveLength(2)
    expect(error?.kind).toBe(kind)
    expect(response?.status).toBe(status)
  })

  test('can be written and taken out, like any property, as Koa and loggers do', async () => {
    const { error } = await add(refused(401))
    const writable: { status?: number; response?: unknown } = Object(error)
    writable.status = 500
    writable.response = 'gone'
    expect(error).toMatchObject({ status: 500, response: 'gone' })
    delete writable.response
    expect(error).not.toHaveProperty('response')
  })
})

describe('unwrap', () => {
  test('client.addPlant(plant).then(unwrap) gives the plant', async () => {
    const plant = await clientOf(added()).client.addPlant(monstera).then(unwrap)
    expectTypeOf(plant).toEqualTypeOf<Plant>()
    expect(plant).toMatchObject({ name: 'Monstera' })
  })

  test('unwrap throws the error of the result', async () => {
    const result = await clientOf(refused(400)).client.addPlant(monstera)
    await expect(Promise.resolve(result).then(unwrap)).rejects.toBe(result.error)
  })

  test('does not take a promise, in types and without them', async () => {
    const promise = clientOf(added()).client.addPlant(monstera)
    // @ts-expect-error: a promise is not a result
    expect(() => unwrap(promise)).toThrow(
      new TypeError('unwrap needs the result of addPlant: await it first'),
    )
    await promise
  })
})
