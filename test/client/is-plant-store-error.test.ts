// Which values are errors of the client.
import { isPlantStoreError } from 'plant-store-client'
import { expect, test } from 'vitest'
import { thrownValues } from './hostile-values.ts'
import { added, clientOf } from './stub-fetch.ts'

test('an error of the client is one', async () => {
  const { error } = await clientOf(added()).client.addPlant({ id: 1.5, name: 'Monstera' })
  expect(isPlantStoreError(error)).toBe(true)
})

test('it narrows what was caught', async () => {
  try {
    const { error } = await clientOf(added()).client.addPlant({ id: 1.5, name: 'Monstera' })
    if (error) throw error
  } catch (error) {
    if (!isPlantStoreError(error)) throw error
    expect(error.kind).toBe('invalid-request')
  }
  expect.assertions(1)
})

test.each<[string, () => unknown]>([
  ...thrownValues,
  ['another Error', () => new TypeError('no')],
  ['another Error of that name', () => Object.assign(new Error(), { name: 'PlantStoreError' })],
  ['another Error with a kind', () => Object.assign(new Error(), { kind: 'api' })],
  ['plain data', () => ({ name: 'PlantStoreError', kind: 'api' })],
])('%s is none', (_name, make) => {
  expect(isPlantStoreError(make())).toBe(false)
})
