import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { parseSync } from 'rolldown/utils'

/** Leaves the docblocks of the sources out of the code: the types have them. esbuild keeps those of class members. */
export const withoutDocblocks: Plugin = {
  name: 'without-docblocks',
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/, namespace: 'file' }, async ({ path }) => {
      const code = await readFile(path, 'utf8')
      return { contents: removeDocblocks(path, code), loader: 'ts' }
    })
  },
}

export function removeDocblocks(path: string, code: string): string {
  const { comments } = parseSync(path, code)
  const docblocks = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  return docblocks.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    code,
  )
}
