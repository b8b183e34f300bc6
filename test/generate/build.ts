import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { freshFolder } from '../harness/shell.ts'
import { type Edit, edited } from './edit.ts'
import type * as everything from './package.ts'

/** The package, built with what was generated for an edit. */
export type Package = typeof everything

/** Writes what is generated for an edit, and returns its folder. */
export async function generate(edit: Edit): Promise<string> {
  const folder = join(await freshFolder(), 'generated')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(await generatedFiles(edited(edit))))
    await writeFile(join(folder, name), text)
  return folder
}

/** Bundles client, mock, console and `verify` with a folder in place of `generated/`. */
export async function bundle(generated: string): Promise<Package> {
  const outfile = join(generated, '../package.mjs')
  await build({
    entryPoints: ['test/generate/package.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: { '.yaml': 'text' },
    define: { PACKAGE_VERSION: '"1.0.0"' },
    plugins: [
      {
        name: 'generated',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\/generated\/[\w.-]+$/ }, ({ path }) => ({
            path: join(generated, path.slice(path.lastIndexOf('/')).replace(/\.js$/, '.ts')),
          }))
          // Nobody opens the page; its parts are driven by themselves.
          onResolve({ filter: /\/console\/assets\.js$/ }, () => ({
            path: 'page',
            namespace: 'page',
          }))
          onResolve({ filter: /^(?:msw|openapi-fetch)/ }, ({ path }) => ({
            path: import.meta.resolve(path),
            external: true,
          }))
          onLoad({ filter: /.*/, namespace: 'page' }, () => ({
            contents: "export const compressedHtml = '', scriptHash = '', styleHash = ''",
          }))
        },
      },
    ],
    logLevel: 'silent',
  })
  return import(/* @vite-ignore */ pathToFileURL(outfile).href)
}
