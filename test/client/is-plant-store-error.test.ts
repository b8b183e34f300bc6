// Which values are errors of the client.
import { runInNewContext } from 'node:vm'
import { isPlantStoreError } from 'plant-store-client'
import { expect, test } from 'vitest'
import { thrownValues } from './hostile-values.ts'
import { add, refused } from './stub-fetch.ts'

test('isPlantStoreError(error) says whether the client made the error, and narrows what a catch has', async () => {
  const caught: unknown = (await add(refused(400))).error
  expect(isPlantStoreError(caught)).toBe(true)
  if (isPlantStoreError(caught)) expect(caught.kind).toBe('api')
})

test("isPlantStoreError knows an error of another realm: of an iframe, or of Jest's environments", async () => {
  const { error } = await add(refused(400))
  expect(runInNewContext('error instanceof Error', { error })).toBe(false)
  expect(runInNewContext('isPlantStoreError(error)', { isPlantStoreError, error })).toBe(true)
  const foreign = runInNewContext(
    "Object.assign(new Error('no'), { name: 'PlantStoreError', kind: 'api' })",
  )
  expect(foreign instanceof Error).toBe(false)
  expect(isPlantStoreError(foreign)).toBe(true)
})

test.each<[string, () => unknown, ...unknown[]]>([
  ...thrownValues,
  ['another Error of that name', () => Object.assign(new Error(), { name: 'PlantStoreError' })],
  ['another Error with a kind', () => Object.assign(new Error(), { kind: 'api' })],
  ['plain data', () => ({ name: 'PlantStoreError', kind: 'api' })],
])('isPlantStoreError says that the client did not make %s', (_name, make) => {
  expect(isPlantStoreError(make())).toBe(false)
})
