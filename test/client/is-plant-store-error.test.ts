// Which values are errors of the client.
import { runInNewContext } from 'node:vm'
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

test("an error of another realm is one: of an iframe, or of Jest's environments", async () => {
  const { error } = await clientOf(added()).client.addPlant({ id: 1.5, name: 'Monstera' })
  expect(runInNewContext('error instanceof Error', { error })).toBe(false)
  const isOne = runInNewContext('isPlantStoreError(error)', { isPlantStoreError, error })
  expect(isOne).toBe(true)
  const foreign = runInNewContext(
    "Object.assign(new Error('no'), { name: 'PlantStoreError', kind: 'api' })",
  )
  expect(foreign instanceof Error).toBe(false)
  expect(isPlantStoreError(foreign)).toBe(true)
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
