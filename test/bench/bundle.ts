// What a browser downloads of a client: the code that two bundlers make for it.
import { join } from 'node:path'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'

/** Bundles an entry whose imports are found from a folder. */
export type Bundle = (entry: string, folder: string) => Promise<string>

export const byEsbuild: Bundle = async (entry, folder) => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

export const byRolldown: Bundle = async (entry, folder) => {
  const file = join(folder, 'entry.js')
  const bundle = await rolldown({
    input: 'entry',
    cwd: folder,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === 'entry' ? file : undefined),
        load: id => (id === file ? entry : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: { legal: false },
  })
  return output[0].code
}
