// The ESM and the CJS build of the client in one process.
import { createRequire } from 'node:module'
import { inspect } from 'node:util'
import { isPlantStoreError, PlantStoreClient } from 'plant-store-client'
import { expect, test } from 'vitest'
import { baseUrl } from './stub-fetch.ts'

const commonJs: typeof import('plant-store-client') = createRequire(import.meta.url)(
  'plant-store-client',
)

test.each([
  ['ESM', PlantStoreClient],
  ['CJS', commonJs.PlantStoreClient],
])(
  'both builds know an error of the %s build, and a console shows its name once',
  async (_build, Client) => {
    const client = new Client({ baseUrl, accessToken: 'token' })
    const { error } = await client.addPlant({ id: 1.5, name: 'Monstera' })
    expect(isPlantStoreError(error)).toBe(true)
    expect(commonJs.isPlantStoreError(error)).toBe(true)
    expect(inspect(error)).toMatch(/^PlantStoreError: POST https:/)
  },
)
