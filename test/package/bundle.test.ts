// What the client costs an application: bytes to download; and what of it does not survive a minifier by itself.
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { byEsbuild, byRolldown } from '../bench/bundle.ts'
import { recordedBytes } from '../bench/results.ts'

/** Half of the last digit that the README has. */
const UNNOTICED = 50

const bytes = (code: string) => gzipSync(code, { level: 9 }).length

const bundlers = [
  ['esbuild', byEsbuild],
  ['rolldown', byRolldown],
] as const

test.each(bundlers)(
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

test.each(bundlers)(
  '%s: a console shows an error by its name, not by a short one of its class',
  async (_bundler, bundle) => {
    const code = await bundle(
      `export { PlantStoreClient } from 'plant-store-client'`,
      import.meta.dirname,
    )
    const { PlantStoreClient } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const client = new PlantStoreClient({ baseUrl: 'https://plants.test', accessToken: 'token' })
    const { error } = await client.addPlant({})
    expect(inspect(error)).toMatch(/^PlantStoreError: POST /)
  },
)
