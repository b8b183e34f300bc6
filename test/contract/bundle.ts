import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Package } from './drivers.ts'

/** Reads `generated/` from another folder, so that a copy of the tree is not needed for each edit. */
const generatedFrom = (generated: string): Plugin => ({
  name: 'generated-from',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/[\w.]+$/ }, ({ path }) => ({
      path: join(generated, path.slice(path.lastIndexOf('/') + 1)),
    }))
  },
})

/** The console's page, which the bundle serves but nobody opens; its parts are driven by themselves. */
const withoutPage: Plugin = {
  name: 'without-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/console\/assets\.js$/ }, () => ({ path: 'page', namespace: 'page' }))
    onLoad({ filter: /.*/, namespace: 'page' }, () => ({
      contents: "export const html = '', scriptHash = '', styleHash = ''",
    }))
  },
}

/** The project's own modules, bundled with what was generated for an edit. */
export async function bundled(generated: string): Promise<Package> {
  const outfile = join(generated, 'package.bundle.mjs')
  await build({
    entryPoints: ['test/contract/package.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: { '.yaml': 'text' },
    plugins: [generatedFrom(generated), withoutPage],
    logLevel: 'silent',
  })
  return import(/* @vite-ignore */ pathToFileURL(outfile).href)
}
