// What the client costs an application: bytes to download, and types to check.
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { byEsbuild, byRolldown } from '../bench/bundle.ts'
import { recordedBytes } from '../bench/results.ts'
import { freshFolder } from '../harness/shell.ts'
import { instantiations } from './instantiations.ts'

/** Half of the last digit that the README has. */
const UNNOTICED = 50

const bytes = (code: string) => gzipSync(code, { level: 9 }).length

test.each([
  ['esbuild', byEsbuild],
  ['rolldown', byRolldown],
] as const)(
  '%s: what is not imported costs nothing, and the size is what the README says',
  async (bundler, bundle) => {
    const here = import.meta.dirname
    const client = await bundle(`export { PlantStoreClient } from 'plant-store-client'`, here)
    const { [bundler]: recorded } = await recordedBytes()
    expect(
      Math.abs(bytes(client) - recorded),
      `The client is ${bytes(client)} bytes, and ${recorded} are recorded: npm run bench -- bytes && npm run docs`,
    ).toBeLessThanOrEqual(UNNOTICED)
    expect(client).not.toContain('~standard')

    const all = await bundle(`export * from 'plant-store-client'`, here)
    expect(all).toContain('~standard')
    expect(bytes(all)).toBeGreaterThan(bytes(client))
  },
)

test('a hundred calls instantiate few types', async () => {
  const modules = await freshFolder()
  await symlink(resolve('.'), join(modules, 'plant-store-client'), 'junction')
  const count = await instantiations(modules)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(340) // a few more than there are, so that one more expensive type is noticed
})
