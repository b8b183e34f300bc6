/**
 * Writes `generated/` from `openapi.yaml` alone. With `--check`, writes nothing and fails if the committed
 * files are out of date.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { DescriptionError } from './generate/description-error.ts'
import { generatedFiles } from './generate/files.ts'
import { decode } from './generate/read.ts'

const root = new URL('../', import.meta.url)
const folder = new URL('generated/', root)
const isCheck = process.argv.includes('--check')

try {
  const bytes = await readFile(new URL('openapi.yaml', root)).catch((error: Error) => {
    throw Object.assign(error, { message: `openapi.yaml cannot be read: ${error.message}` })
  })
  const files = new Map(Object.entries(await generatedFiles(decode(bytes))))
  if (!isCheck) await mkdir(folder, { recursive: true })
  const present = await readdir(folder).catch(() => [])
  const stale: string[] = []
  for (const name of new Set([...files.keys(), ...present])) {
    const text = files.get(name)
    const file = new URL(name, folder)
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
    stale.push(`generated/${name}`)
    if (isCheck) continue
    if (text === undefined) await rm(file)
    else await writeFile(file, text)
  }
  if (isCheck && stale.length > 0) {
    console.error(`Out of date: ${stale.join(', ')}. Run npm run generate.`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof DescriptionError || isOfSystem(error))) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Whether the file system says what is wrong, such as a file that is missing. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
