// Whatever is thrown, by `fetch`, a provider, a middleware or a plant: a result with a useful message
// and a kind that is true, and never "was not sent" beside `mayHaveBeenAdded: true`. Guarding
// neighbours, right in 0.1.0 too: the plain values of each table.
import type { PlantStoreError } from 'plant-store-client'
import { describe, expect, test } from 'vitest'
import { added, baseUrl, clientOf, monstera } from '../stub-fetch.ts'
import { thrownValues } from './hostile-values.ts'

function isReadable(value: unknown): boolean {
  try {
    return Reflect.ownKeys(Object(value)).length >= 0
  } catch {
    return false
  }
}

function expectTrue(error: PlantStoreError | undefined, thrown: unknown): void {
  if (!error) throw new Error('The call succeeded')
  // What cannot be searched for a token is not handed on.
  if (thrown && isReadable(thrown)) expect(Object.is(error.cause, thrown)).toBe(true)
  expect(error.message.startsWith(`POST ${baseUrl}/plants `)).toBe(true)
  expect(error.message.trim().length).toBeGreaterThan(`POST ${baseUrl}/plants `.length)
  expect(error.message).not.toMatch(/\[object Object\]|: $/)
  if (error.mayHaveBeenAdded) expect(error.message).not.toContain('was not sent')
  expect(String(error)).toContain(error.message)
}

describe.each([
  ['without middleware', []],
  ['with', [{ onRequest() {}, onResponse() {}, onError() {} }]],
])('fetch, %s', (_name, middleware) => {
  test.each(thrownValues)('rejects with %s', async (_thrown, make) => {
    const thrown = make()
    const fetch = () => Promise.reject(thrown)
    const { error } = await clientOf(added(), { fetch, middleware }).client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expectTrue(error, thrown)
  })

  test.each(thrownValues)('throws %s', async (_thrown, make) => {
    const thrown = make()
    const fetch = () => {
      throw thrown
    }
    const { error } = await clientOf(added(), { fetch, middleware }).client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    expectTrue(error, thrown)
  })

  test.each(thrownValues)('gives a body that fails with %s', async (_thrown, make) => {
    const thrown = make()
    const body = () => new ReadableStream({ pull: stream => stream.error(thrown) })
    const { client } = clientOf(() => new Response(body()), { middleware })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'network', mayHaveBeenAdded: true })
    if (thrown !== undefined) expectTrue(error, thrown)
  })
})

test('several errors and a cause are left as they were', async () => {
  const errors = [new Error('first')]
  const thrown = Object.assign(new Error('all', { cause: new Error('why') }), { errors })
  const { error } = await clientOf(added(), {
    fetch: () => Promise.reject(thrown),
  }).client.addPlant(monstera)
  expect(error?.cause).toBe(thrown)
  expect(errors).toHaveLength(1)
})

describe('A provider', () => {
  test.each(thrownValues)('throws %s', async (_thrown, make) => {
    const thrown = make()
    const accessToken = () => {
      throw thrown
    }
    const { client, sent } = clientOf(added(), { accessToken })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false })
    expectTrue(error, thrown)
    expect(sent).toHaveLength(0)
  })

  test.each(thrownValues)('gives %s', async (_given, make) => {
    const given = make() // "a string" is none for its space
    const { client, sent } = clientOf(added(), { accessToken: (() => given) as never })
    const { error } = await client.addPlant(monstera)
    expect(error).toMatchObject({ kind: 'access-token', mayHaveBeenAdded: false })
    expect(sent).toHaveLength(0)
  })
})

describe('A middleware', () => {
  for (const hook of ['onRequest', 'onResponse', 'onError'] as const)
    test.each(thrownValues)(`throws in ${hook} %s`, async (_thrown, make) => {
      const thrown = make()
      const middleware = [{ onRequest() {}, [hook]: () => Promise.reject(thrown) }]
      const answer = hook === 'onError' ? new Error('reset') : added()
      const { error } = await clientOf(answer, { middleware }).client.addPlant(monstera)
      expect(error).toMatchObject({ kind: 'middleware', mayHaveBeenAdded: true })
      expectTrue(error, thrown)
    })
})

describe('A plant', () => {
  test.each(thrownValues)('whose field throws %s', async (_thrown, make) => {
    const thrown = make()
    const plant = {
      ...monstera,
      get tag() {
        throw thrown
      },
    }
    const { client, sent } = clientOf(added())
    const { error } = await client.addPlant(plant as never)
    expect(error).toMatchObject({ kind: 'invalid-request', mayHaveBeenAdded: false })
    expectTrue(error, thrown)
    expect(sent).toHaveLength(0)
  })
})
