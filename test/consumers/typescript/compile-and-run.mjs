// Compiles with every TypeScript for every way to find a module, and runs what was emitted.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return `${stdout}${stderr}${status ? `ended with ${status}` : ''}`.trim()
}

for (const typescript of globSync('node_modules/typescript-*').sort())
  for (const module of ['node16', 'nodenext', 'bundler', 'commonjs']) {
    const outDir = typescript.replace('node_modules', `out/${module}`)
    const args = ['--project', `tsconfig.${module}.json`, '--outDir', outDir]
    const complaints = run(`${typescript}/bin/tsc`, ...args)
    const added = globSync(`${outDir}/add.*`).map(emitted => run(emitted))
    if (complaints === '' && added.length > 0 && added.every(said => said === 'Monstera 1'))
      continue
    console.log([`${typescript}, ${module}:`, complaints, ...added].join('\n'))
    process.exitCode = 1
  }
