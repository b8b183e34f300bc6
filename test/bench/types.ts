// The types that the compiler instantiates for a hundred calls of a client.
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { freshFolder } from '../harness/shell.ts'
import { CALLS, compile, consumers, DIRECT, OURS, writeConsumer } from './consumers.ts'
import { LIMITS } from './limits.ts'
import { inSet, install } from './peers.ts'
import { type Findings, measure } from './report.ts'
import type { Samples } from './rounds.ts'

export async function types(): Promise<Findings> {
  const versions = await install('clients')
  const description = inSet('clients', 'node_modules/plant-store-client/openapi.yaml')
  const root = await freshFolder()
  await symlink(inSet('clients', 'node_modules'), join(root, 'node_modules'))
  const paths = astToString(await openapiTS(await readFile(description, 'utf8')))
  const samples: Samples = {}
  for (const [index, name] of Object.keys(consumers).entries()) {
    const folder = join(root, String(index))
    await mkdir(folder)
    await writeConsumer(folder, name)
    await writeFile(join(folder, 'paths.ts'), paths)
    samples[name] = [await compile(folder)]
  }
  const { version } = createRequire(import.meta.url)('typescript/package.json')
  return {
    versions: [...versions, `typescript@${version}`],
    measures: [
      measure({
        what: `Type instantiations of ${CALLS} calls`,
        unit: '',
        baseline: DIRECT,
        samples,
        budgets: [{ side: OURS, atMost: LIMITS.types }],
      }),
    ],
  }
}
