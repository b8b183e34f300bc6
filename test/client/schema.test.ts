// A plant is checked against the contract, by addPlant and by newPlantSchema alike, which is a Standard
// Schema, version 1.
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { requestExample } from '../../generated/contract.ts'
import { revokedProxy } from './hostile-values.ts'
import { added, clientOf, monstera, url } from './stub-fetch.ts'

const { validate, vendor, version } = newPlantSchema['~standard']

test('newPlantSchema is a Standard Schema, version 1: NewPlant comes in and goes out', () => {
  expect({ vendor, version }).toEqual({ vendor: 'plant-store-client', version: 1 })
  expectTypeOf(newPlantSchema).toExtend<StandardSchemaV1<NewPlant, NewPlant>>()
  expectTypeOf<StandardSchemaV1.InferInput<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>()
  expectTypeOf<StandardSchemaV1.InferOutput<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>()
})

test.each<[string, NewPlant]>([
  ['a plant', { id: 1, name: 'Monstera' }],
  ['one with every field', requestExample],
  ['an empty name, and an id that is not text', { id: 0, name: '' }],
  ['the largest int64', { id: 9223372036854775807n, name: 'Hoya' }],
])('newPlantSchema accepts %s', (_name, plant) => {
  expect(validate(plant)).toEqual({ value: plant })
})

const int64 = /^must be .*, but got /
const text = 'must be a string, but got '
const circle: Record<string, unknown> = { ...monstera }
circle.self = circle
const throwing = (thrown: unknown) => () => ({
  id: 1,
  get name() {
    throw thrown
  },
})

/** What is wrong with a value, by path. */
type Issues = Record<string, string | RegExp>

const wrong: [name: string, make: () => unknown, issues: Issues][] = [
  ['no name', () => ({ id: 1 }), { name: 'is required' }],
  ['no id', () => ({ name: 'Monstera' }), { id: 'is required' }],
  ['neither', () => ({}), { name: 'is required', id: 'is required' }],
  ['a name that is a number', () => ({ id: 1, name: 7 }), { name: `${text}the number 7` }],
  ['a tag that is null', () => ({ ...monstera, tag: null }), { tag: `${text}null` }],
  [
    'all three',
    () => ({ id: 'x', name: 1, tag: {} }),
    { id: int64, name: `${text}the number 1`, tag: `${text}an object` },
  ],
  ['an id that is text', () => ({ ...monstera, id: '1' }), { id: /, but got the string "1"$/ }],
  ['a text as copied', () => ({ ...monstera, id: '1\u200b' }), { id: /string "1\\u\{200b\}"$/ }],
  [
    'an unsafe number, which may have lost digits',
    () => ({ ...monstera, id: 2 ** 53 }),
    { id: int64 },
  ],
  ...[1.5, Number.NaN, 2n ** 63n, -(2n ** 63n) - 1n, true, null].map(
    (id): (typeof wrong)[number] => [`the id ${id}`, () => ({ ...monstera, id }), { id: int64 }],
  ),
  ['undefined', () => undefined, { '': 'must be an object, but got undefined' }],
  ['null', () => null, { '': 'must be an object, but got null' }],
  ['a string', () => 'Monstera', { '': 'must be an object, but got the string "Monstera"' }],
  ['an array', () => [], { '': 'must be an object, but got an array' }],
  ['a circle', () => circle, { '': 'cannot be written as JSON' }],
  ['a revoked proxy', revokedProxy, { '': 'cannot be written as JSON' }],
  ['a field that throws', throwing(new Error('no')), { '': 'cannot be written as JSON' }],
  ['a field that throws undefined', throwing(undefined), { '': 'cannot be written as JSON' }],
]

describe.each(wrong)(
  'the client refuses to send what its own contract does not allow: %s',
  (_name, make, expected) => {
    test('newPlantSchema gives an issue for each field, with a path and a message', async () => {
      const { issues } = await validate(make())
      const found = Object.fromEntries(
        issues?.map(({ path, message }) => [(path ?? []).map(String).join(), message]) ?? [],
      )
      expect(Object.keys(found).toSorted()).toEqual(Object.keys(expected).toSorted())
      for (const [path, message] of Object.entries(expected))
        if (typeof message === 'string') expect(found[path], path).toBe(message)
        else expect(found[path], path).toMatch(message)
      expect(structuredClone(issues)).toEqual(issues)
    })

    test('invalid-request: error.issues say what is wrong, field by field, and the plant is never handed to fetch', async () => {
      const { client, sent } = clientOf(added())
      const plant = make()
      const { ok, error, response } = await client.addPlant(plant as NewPlant)
      expect({ ok, response }).toEqual({ ok: false, response: undefined })
      if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
      expect(error.mayHaveBeenAdded).toBe(false)
      expect(error.issues).toEqual((await validate(plant)).issues)
      const words = error.issues.map(
        ({ path, message }) => `${path.join('.') || 'the plant'} ${message}`,
      )
      expect(error.message.startsWith(`POST ${url} was not sent: ${words.join('; ')}`)).toBe(true)
      expect(sent).toHaveLength(0)
    })
  },
)

test('the value of newPlantSchema is a copy, and an ordinary object', () => {
  const plant = Object.assign(Object.create(null), monstera)
  const { value } = validate(plant) as { value: NewPlant }
  expect(value).not.toBe(plant)
  expect(value).toStrictEqual(monstera)
})

test('a plant is read once, before the call goes on: what is checked is what is sent', async () => {
  let reads = 0
  const { client, sent } = clientOf(added())
  const plant = {
    id: 1,
    get name() {
      return reads++ ? (7 as never) : 'Monstera'
    },
  }
  const result = client.addPlant(plant)
  plant.id = 2
  await result
  expect(sent[0]?.init.body).toBe('{"id":1,"name":"Monstera"}')
})
