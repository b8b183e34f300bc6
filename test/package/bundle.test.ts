// What an application downloads: by two bundlers, minified and gzipped.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** In bytes, with openapi-fetch. The aim is 8,700. */
const LIMIT = 9_000

async function byEsbuild(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

async function byRolldown(source: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? `${import.meta.dirname}/entry.js` : null),
    load: (id: string) => (id.endsWith('/entry.js') ? source : null),
  }
  const bundle = await rolldown({ input: 'entry', plugins: [entry] })
  const { output } = await bundle.generate({ minify: true })
  return output[0].code
}

const bytes = (code: string) => gzipSync(code, { level: 9 }).length

test.each([
  ['esbuild', byEsbuild],
  ['rolldown', byRolldown],
])('%s: the client is small, and what is not imported costs nothing', async (_name, bundle) => {
  const client = await bundle(`export { PlantStoreClient } from 'plant-store-client'`)
  expect(bytes(client)).toBeLessThanOrEqual(LIMIT)
  expect(client).not.toContain('~standard')

  const all = await bundle(`export * from 'plant-store-client'`)
  expect(all).toContain('~standard')
  expect(bytes(all)).toBeGreaterThan(bytes(client))
})
