/**
 * Writes `generated/` from `openapi.yaml`, and from nothing else. With `--check` it writes nothing
 * and fails where a committed file is not what it would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { contract } from './generate/contract.ts'
import { types } from './generate/types.ts'
import { validators, validatorTypes } from './generate/validators.ts'

const root = new URL('../', import.meta.url)
const source = await readFile(new URL('openapi.yaml', root), 'utf8')
const description = parse(source)
const banner = '// Made by `npm run generate` from openapi.yaml. Not edited by hand.\n'

const files: Record<string, string> = {
  'generated/types.ts': banner + (await types(source)),
  'generated/contract.ts': banner + contract(description),
  'generated/validators.js': banner + (await validators(description)),
  'generated/validators.d.ts': banner + validatorTypes(description),
}

const stale: string[] = []
for (const [path, text] of Object.entries(files)) {
  const file = new URL(path, root)
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
  if (process.argv.includes('--check')) stale.push(path)
  else await writeFile(file, text)
}

if (stale.length > 0) {
  console.error(`Not what openapi.yaml makes: ${stale.join(', ')}. Run npm run generate.`)
  process.exitCode = 1
}
