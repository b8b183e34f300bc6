// newPlantSchema is a Standard Schema, version 1, and checks what addPlant checks. Not in 0.1.0.
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type NewPlant, newPlantSchema } from 'plant-store-client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { revokedProxy } from '../promise/hostile-values.ts'
import { added, clientOf } from '../stub-fetch.ts'

const { validate, vendor, version } = newPlantSchema['~standard']

test('it says what it is', () => {
  expect({ vendor, version }).toEqual({ vendor: 'plant-store-client', version: 1 })
})

test('its types are those of the specification, and NewPlant comes in and goes out', () => {
  expectTypeOf(newPlantSchema).toExtend<StandardSchemaV1<NewPlant, NewPlant>>()
  expectTypeOf<StandardSchemaV1.InferInput<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>()
  expectTypeOf<StandardSchemaV1.InferOutput<typeof newPlantSchema>>().toEqualTypeOf<NewPlant>()
})

test.each<[string, NewPlant]>([
  ['a plant', { id: 1, name: 'Monstera' }],
  ['one with a tag', { id: 1, name: 'Monstera', tag: 'tropical' }],
  ['an empty name', { id: 0, name: '' }],
  ['the largest int64', { id: 9223372036854775807n, name: 'Hoya' }],
  ['the smallest', { id: -9223372036854775808n, name: 'Hoya' }],
])("%s is valid by today's specification", (_name, plant) => {
  const before = structuredClone(plant)
  expect(validate(plant)).toEqual({ value: plant })
  expect(plant).toEqual(before)
})

const wrong: [string, unknown, paths: PropertyKey[][]][] = [
  ['no name', { id: 1 }, [['name']]],
  ['no id', { name: 'Monstera' }, [['id']]],
  ['neither', {}, [['id'], ['name']]],
  ['a name that is a number', { id: 1, name: 7 }, [['name']]],
  ['a tag that is null', { id: 1, name: 'Monstera', tag: null }, [['tag']]],
  ['an id that is a string', { id: '1', name: 'Monstera' }, [['id']]],
  ['an id with a fraction', { id: 1.5, name: 'Monstera' }, [['id']]],
  ['an unsafe id', { id: 2 ** 53, name: 'Monstera' }, [['id']]],
  ['an id beyond int64', { id: 2n ** 63n, name: 'Monstera' }, [['id']]],
  ['all three', { id: 'x', name: 1, tag: 1 }, [['id'], ['name'], ['tag']]],
]

describe('Is refused, each field by its path', () => {
  test.each(wrong)('%s', async (_name, value, paths) => {
    const result = await validate(value)
    const found = result.issues?.map(({ path }) => path ?? [])
    expect(new Set(found?.map(String))).toEqual(new Set(paths.map(String)))
    for (const { message } of result.issues ?? []) expect(message).not.toBe('')
    expect(structuredClone(result.issues)).toEqual(result.issues)
  })

  test.each(wrong)('addPlant finds the same of %s', async (_name, value) => {
    const { client, sent } = clientOf(added())
    const { error } = await client.addPlant(value as NewPlant)
    if (error?.kind !== 'invalid-request') throw error ?? new Error('sent')
    expect(error.issues).toEqual((await validate(value)).issues)
    expect(sent).toHaveLength(0)
  })
})

test.each<[string, () => unknown]>([
  ['undefined', () => undefined],
  ['null', () => null],
  ['a string', () => 'Monstera'],
  ['a number', () => 7],
  ['an array', () => [1, 'Monstera']],
  ['a function', () => () => {}],
  ['a revoked proxy', revokedProxy],
  [
    'a field that throws',
    () => ({
      id: 1,
      get name() {
        throw new Error('read')
      },
    }),
  ],
])('%s is refused, and nothing is thrown', async (_name, make) => {
  const { issues } = await validate(make())
  expect(issues?.length).toBeGreaterThan(0)
})

test('what cannot be read is an issue of the whole, in the words of what was thrown', () => {
  const name = () => {
    throw new Error('no name today')
  }
  const plant = Object.defineProperty({ id: 1 }, 'name', { get: name, enumerable: true })
  const issues = [{ path: [], message: 'cannot be read: no name today' }]
  expect(validate(plant)).toEqual({ issues })
})

test('what is no object is one issue of the whole', () => {
  for (const value of [null, undefined, 'Monstera', [], Object.assign([], { id: 1, name: 'Hoya' })])
    expect(validate(value)).toEqual({ issues: [{ path: [], message: 'must be an object' }] })
})

test('what comes out is a copy, and an ordinary object', () => {
  const plant = Object.assign(Object.create(null), { id: 1, name: 'Monstera' })
  const { value } = validate(plant) as { value: NewPlant }
  expect(value).not.toBe(plant)
  expect(value).toStrictEqual({ id: 1, name: 'Monstera' })
})

test.each([null, undefined, 'Monstera', { id: 'one' }])(
  'addPlant says the same of %j',
  async plant => {
    const { error } = await clientOf(added()).client.addPlant(plant as never)
    expect(error).toMatchObject({ kind: 'invalid-request', issues: validate(plant).issues })
  },
)
