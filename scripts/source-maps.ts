import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import type { Options } from 'tsup'

/** The sources of the commands are not published: no application steps into them. */
const UNPUBLISHED = /mock\/(?:cli|verify)\//

/** Removes the maps of the commands, and absolute paths from the others. */
export const publishedSourceMaps: NonNullable<Options['plugins']>[number] = {
  name: 'published-source-maps',
  async buildEnd({ writtenFiles }) {
    const maps = writtenFiles.map(({ name }) => name).filter(name => name.endsWith('.map'))
    await Promise.all(maps.map(adapt))
  },
}

async function adapt(file: string): Promise<void> {
  const { file: _, ...map }: { file?: string; sources: string[] } = JSON.parse(
    await readFile(file, 'utf8'),
  )
  const built = file.slice(0, -'.map'.length)
  if (map.sources.some(source => UNPUBLISHED.test(source))) {
    const code = await readFile(built, 'utf8')
    await writeFile(built, code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
    await rm(file)
    return
  }
  // What the build itself made, such as the console page, is in the built file alone.
  const sources = map.sources.map(source =>
    isAbsolute(source) || source.includes(':') ? basename(built) : source,
  )
  await writeFile(file, JSON.stringify({ ...map, sources }))
}
