/**
 * Writes `generated/` from `openapi.yaml`, and from nothing else. With `--check` it writes nothing
 * and fails where a committed file is not what it would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { generatedFiles } from './generate/files.ts'
import { RefusedDescription } from './generate/problems.ts'

const root = new URL('../', import.meta.url)

try {
  const files = await generatedFiles(await readFile(new URL('openapi.yaml', root), 'utf8'))
  const stale: string[] = []
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(`generated/${name}`, root)
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
    if (process.argv.includes('--check')) stale.push(`generated/${name}`)
    else await writeFile(file, text)
  }
  if (stale.length > 0) {
    console.error(`Not what openapi.yaml makes: ${stale.join(', ')}. Run npm run generate.`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof RefusedDescription)) throw error
  console.error(error.message)
  process.exitCode = 1
}
