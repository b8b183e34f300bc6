import { readFile, writeFile } from 'node:fs/promises'
import type { Options } from 'tsup'

/** Removes the path of the build machine from the maps. */
export const publishedSourceMaps: NonNullable<Options['plugins']>[number] = {
  name: 'published-source-maps',
  async buildEnd({ writtenFiles }) {
    const maps = writtenFiles.map(({ name }) => name).filter(name => name.endsWith('.map'))
    await Promise.all(maps.map(withoutFile))
  },
}

async function withoutFile(map: string): Promise<void> {
  const { file: _, ...rest } = JSON.parse(await readFile(map, 'utf8'))
  await writeFile(map, JSON.stringify(rest))
}
