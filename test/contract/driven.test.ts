// Every edit that is followed, driven through the client and the mock that are built with it.
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/shell.ts'
import { generate, load } from './build.ts'
import { bundled } from './bundle.ts'
import { exactly, type Followed } from './edit.ts'
import { followed } from './followed.ts'

const source = readFileSync('openapi.yaml', 'utf8')
const folder = await freshFolder()
await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')

/** What the drivers use of the built modules. */
interface Built {
  PlantStoreClient: typeof import('../../src/index.ts').PlantStoreClient
  createMockStore: typeof import('../../mock/index.ts').createMockStore
}

interface Plants {
  valid: unknown[]
  invalid: unknown[]
}

/** Each puts the edit to one of the ways in which the package is used. */
const drivers: ((built: Built, plants: Plants) => Promise<void>)[] = [clientAgainstMock, mockAlone]

async function clientAgainstMock(built: Built, { valid, invalid }: Plants): Promise<void> {
  const { fetch } = built.createMockStore()
  const baseUrl = 'http://localhost'
  const client = new built.PlantStoreClient({ baseUrl, accessToken: 'token', fetch })
  const resultOf = async (plant: unknown) => {
    const { ok, error } = await client.addPlant(plant as never)
    return [plant, ok || error.kind]
  }
  for (const plant of valid) expect(await resultOf(plant)).toEqual([plant, true])
  for (const plant of invalid) expect(await resultOf(plant)).toEqual([plant, 'invalid-request'])
}

async function mockAlone(built: Built, { valid, invalid }: Plants): Promise<void> {
  const takes = (plant: unknown) => built.createMockStore({ plants: [plant] as never })
  for (const plant of valid) expect(takes(plant).plants).toHaveLength(1)
  for (const plant of invalid) expect(() => takes(plant)).toThrow(TypeError)
}

test.each(followed)('driven: $name', async (edit: Followed) => {
  const generated = await generate(source, edit, join(folder, String(followed.indexOf(edit))))
  const modules = [bundled('src/index.ts', generated), bundled('mock/index.ts', generated)]
  const built = Object.assign({}, ...(await Promise.all(modules))) as Built
  const { contract } = await load(generated)
  const { valid = [], invalid = {} } = edit.request ?? {}
  const plants = {
    valid: [contract.requestExample, ...valid.map(exactly)],
    invalid: Object.keys(invalid).map(exactly),
  }
  for (const drive of drivers) await drive(built, plants)
})
