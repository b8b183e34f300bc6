/**
 * Writes `generated/` from `openapi.yaml` alone. With `--check`, writes nothing and fails if the committed
 * files are out of date.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { generatedFiles } from './generate/files.ts'
import { Refusal } from './generate/refusal.ts'

const root = new URL('../', import.meta.url)
const folder = new URL('generated/', root)

try {
  const files = new Map(
    Object.entries(await generatedFiles(await readFile(new URL('openapi.yaml', root), 'utf8'))),
  )
  const stale: string[] = []
  for (const name of new Set([...files.keys(), ...(await readdir(folder))])) {
    const text = files.get(name)
    const file = new URL(name, folder)
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
    stale.push(`generated/${name}`)
    if (process.argv.includes('--check')) continue
    if (text === undefined) await rm(file)
    else await writeFile(file, text)
  }
  if (process.argv.includes('--check') && stale.length > 0) {
    console.error(`Out of date: ${stale.join(', ')}. Run npm run generate.`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
