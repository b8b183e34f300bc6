// plainResult and toJSON give plain data that survives structuredClone and JSON, for each kind of error.
import {
  type AddPlantResult,
  type ApiError,
  type NetworkError,
  type PlainError,
  type PlantStoreError,
  plainResult,
} from 'plant-store-client'
import { expect, expectTypeOf, test } from 'vitest'
import { added, clientOf, connectionReset, monstera, neverAnswers, refused } from './stub-fetch.ts'

const add = (...given: Parameters<typeof clientOf>) => clientOf(...given).client.addPlant(monstera)
const breaks = () => {
  throw new Error('it broke')
}
const late = { 'retry-after': '120' }

/** A failed call of each kind, and the fields that its error has besides those of every error. */
const failures: [string, PlantStoreError['kind'], string[], () => Promise<AddPlantResult>][] = [
  ['an api error', 'api', ['status', 'body'], () => add(refused(400))],
  ['one with Retry-After', 'api', ['status', 'body', 'retryAfter'], () => add(refused(429, late))],
  [
    'an unexpected response',
    'unexpected-response',
    ['status', 'body'],
    () => add(new Response('<h1>No</h1>', { status: 502 })),
  ],
  ['a network error', 'network', [], () => add(connectionReset)],
  ['a time-out', 'timeout', [], () => add(neverAnswers, { timeout: 30 })],
  [
    'an abort',
    'aborted',
    [],
    () => clientOf(added()).client.addPlant(monstera, { signal: AbortSignal.abort(breaks) }),
  ],
  [
    'a wrong plant',
    'invalid-request',
    ['issues'],
    () => clientOf(added()).client.addPlant({ id: 0.5, name: 7 as never }),
  ],
  ['a broken provider', 'access-token', [], () => add(added(), { accessToken: breaks })],
  [
    'a broken middleware',
    'middleware',
    [],
    () => add(added(), { middleware: [{ onRequest: breaks }] }),
  ],
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

test.each(failures)('%s: its fields are plain data', async (_name, kind, own, fail) => {
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

test('a success is its data', async () => {
  const plain = plainResult(await add(added()))
  expect(plain).toEqual({ ok: true, data: monstera })
  expect(Object.keys(plain).toSorted()).toEqual(['data', 'ok'])
  expect(structuredClone(plain)).toEqual(plain)
})

test('its lists can be changed, as the drafts of Immer and of state stores ask', async () => {
  const { error } = plainResult(await clientOf(added()).client.addPlant({ id: 0.5, name: 'M' }))
  if (error?.kind !== 'invalid-request') throw new Error('It was sent')
  error.issues[0]?.path.push('part')
  error.issues.push({ path: ['name'], message: 'is not a name' })
  expect(error.issues.map(({ path }) => path)).toEqual([['id', 'part'], ['name']])
})

test('a key that an application adds to the global Error is no field of it', () => {
  expectTypeOf<keyof PlainError<NetworkError>>().toEqualTypeOf<
    'kind' | 'message' | 'mayHaveBeenAdded'
  >()
  expectTypeOf<keyof PlainError<ApiError>>().toEqualTypeOf<
    'kind' | 'message' | 'mayHaveBeenAdded' | 'status' | 'body' | 'retryAfter'
  >()
})

declare global {
  interface Error {
    /** What libraries add, such as `status`. */
    addedByTest?: string
  }
}

test('its types narrow on ok and kind', async () => {
  const plain = plainResult(await add(refused(400)))
  expectTypeOf(plain.ok).toEqualTypeOf<boolean>()
  if (plain.ok) expectTypeOf(plain.data.name).toEqualTypeOf<string>()
  else if (plain.error.kind === 'api')
    expectTypeOf(plain.error.body.message).toEqualTypeOf<string>()
  else if (plain.error.kind === 'invalid-request')
    expectTypeOf(plain.error.issues[0]?.message).toEqualTypeOf<string | undefined>()
  expect(plain.ok).toBe(false)
})
