import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { freshFolder } from '../support/shell.ts'
import type { Package } from './drivers.ts'

/** Leaves `generated/` out of the bundle, which finds it beside itself. */
const generatedBeside: Plugin = {
  name: 'generated-beside',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/[\w.]+$/ }, ({ path }) => ({
      path: `.${path.slice(path.lastIndexOf('/'))}`,
      external: true,
    }))
  },
}

/** The console's page, which the bundle serves but nobody opens; its parts are driven by themselves. */
const withoutPage: Plugin = {
  name: 'without-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/console\/assets\.js$/ }, () => ({ path: 'page', namespace: 'page' }))
    onLoad({ filter: /.*/, namespace: 'page' }, () => ({
      contents: "export const compressedHtml = '', scriptHash = '', styleHash = ''",
    }))
  },
}

/**
 * Bundles the project's own modules once. What it gives loads a copy of them for each folder of
 * generated modules.
 */
export async function bundler(): Promise<(generated: string) => Promise<Package>> {
  const bundle = join(await freshFolder(), 'package.mjs')
  await build({
    entryPoints: ['test/contract/package.ts'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: { '.yaml': 'text' },
    plugins: [generatedBeside, withoutPage],
    logLevel: 'silent',
  })
  return async generated => {
    const copy = join(generated, 'package.mjs')
    await copyFile(bundle, copy)
    return import(/* @vite-ignore */ pathToFileURL(copy).href)
  }
}
