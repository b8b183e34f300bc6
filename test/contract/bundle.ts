import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** Reads `generated/` from another folder, so that a copy of the tree is not needed for each edit. */
const generatedFrom = (generated: string): Plugin => ({
  name: 'generated-from',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/[\w.]+$/ }, ({ path }) => ({
      path: join(generated, path.slice(path.lastIndexOf('/') + 1)),
    }))
  },
})

/** The project's own modules, bundled with what was generated for an edit; gives the entry's exports. */
export async function bundled(entry: string, generated: string): Promise<Record<string, unknown>> {
  const outfile = join(generated, `${entry.replaceAll('/', '-')}.bundle.mjs`)
  await build({
    entryPoints: [resolve(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [generatedFrom(generated)],
    logLevel: 'silent',
  })
  return import(/* @vite-ignore */ pathToFileURL(outfile).href)
}
