// Which values are errors of the client, whatever build they come from.
import { createRequire } from 'node:module'
import { isPlantStoreError, type PlantStoreClientOptions } from 'plant-store-client'
import { expect, test } from 'vitest'
import { thrownValues } from './hostile-values.ts'
import { added, baseUrl, clientOf } from './stub-fetch.ts'

const commonJs: typeof import('plant-store-client') = createRequire(import.meta.url)(
  'plant-store-client',
)

test('an error of the client is one, in both builds', async () => {
  const invalid = { id: 1.5, name: 'Monstera' }
  const options: PlantStoreClientOptions = { baseUrl, accessToken: 'token' }
  const errors = [
    (await clientOf(added()).client.addPlant(invalid)).error,
    (await new commonJs.PlantStoreClient(options).addPlant(invalid)).error,
  ]
  for (const error of errors) {
    expect(isPlantStoreError(error)).toBe(true)
    expect(commonJs.isPlantStoreError(error)).toBe(true)
  }
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
