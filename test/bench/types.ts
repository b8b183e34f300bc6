// What a client costs the compiler: a file with a hundred calls.
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { freshFolder } from '../harness/shell.ts'
import { CALLS, type Cost, compile, consumers, DIRECT, OURS, writeConsumer } from './consumers.ts'
import { LIMITS } from './limits.ts'
import { inSet, install } from './peers.ts'
import { type Findings, measure } from './report.ts'
import { pick, rounds } from './rounds.ts'

export async function types(quick: boolean): Promise<Findings> {
  const versions = await install('clients')
  const description = inSet('clients', 'node_modules/plant-store-client/openapi.yaml')
  const root = await freshFolder()
  await symlink(inSet('clients', 'node_modules'), join(root, 'node_modules'))
  const sides: Record<string, () => Promise<Cost>> = {}
  for (const [index, name] of Object.keys(consumers).entries()) {
    const folder = join(root, String(index))
    await mkdir(folder)
    await writeConsumer(folder, name)
    const paths = await openapiTS(await readFile(description, 'utf8'))
    await writeFile(join(folder, 'paths.ts'), astToString(paths))
    sides[name] = () => compile(folder)
  }
  const samples = await rounds(quick ? 2 : 9, sides)
  const table = (what: string, unit: string, number: (cost: Cost) => number, atMost?: number) =>
    measure({
      what: `${what} of ${CALLS} calls`,
      unit,
      baseline: DIRECT,
      samples: pick(samples, number),
      budgets: atMost === undefined ? [] : [{ side: OURS, atMost }],
    })
  const { version } = createRequire(import.meta.url)('typescript/package.json')
  return {
    versions: [...versions, `typescript@${version}`],
    measures: [
      table('Type instantiations', '', cost => cost.instantiations, LIMITS.types),
      table('Check time', 's', cost => cost.seconds),
      table('Memory for the types', 'MB', cost => cost.megabytes),
    ],
  }
}
