// What the client costs an application: bytes to download.
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { byEsbuild, byRolldown } from '../bench/bundle.ts'
import { recordedBytes } from '../bench/results.ts'

/** Half of the last digit that the README has. */
const UNNOTICED = 50

const bytes = (code: string) => gzipSync(code, { level: 9 }).length

test.each([
  ['esbuild', byEsbuild],
  ['rolldown', byRolldown],
] as const)(
  '%s: the README has the size together with openapi-fetch, minified and gzipped; what is not imported costs nothing',
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
