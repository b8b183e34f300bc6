// Compiles a consumer with every TypeScript that is supported. `npm run test:types`
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const project = join(import.meta.dirname, 'tsconfig.json')
for (const version of ['5.4', '5.9', '6', '7'])
  for (const exact of ['true', 'false']) {
    const tsc = ['exec', '--yes', `--package=typescript@${version}`, '--', 'tsc']
    const flags = ['-p', project, '--exactOptionalPropertyTypes', exact]
    const { status } = spawnSync('npm', [...tsc, ...flags], { stdio: 'inherit' })
    console.log(
      `TypeScript ${version}, exactOptionalPropertyTypes ${exact}: ${status ? 'FAILED' : 'passes'}`,
    )
    if (status) process.exitCode = 1
  }
