// Tests the packed tarball on every supported runtime, or on the named ones.
// `npm run test:all -- runtimes/bun runtimes/deno`
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { freshFolder, pack, run, twoAtATime } from '../shell.ts'
import temporary from '../temporary.ts'
import type { Proof, Runtime } from './result.ts'
import { runtimes } from './runtimes.ts'
import { startServices } from './services.ts'
import { failuresOf, reasonsOf, rowsOf } from './table.ts'

const named = process.argv.slice(2)
const unknown = named.filter(name => !(name in runtimes))
if (unknown.length > 0)
  throw new Error(`No runtime ${unknown}; there are ${Object.keys(runtimes).join(', ')}`)

process.once('exit', temporary())
const tarball = await pack(await freshFolder())

async function prove({ packages, scripts, entries, missing, prove }: Runtime): Promise<Proof> {
  if (missing) return { version: missing, results: [] }
  const folder = await freshFolder()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const flags = ['--silent', '--prefer-offline', ...(scripts ? [] : ['--ignore-scripts'])]
  await run(folder, 'npm', 'install', ...flags, tarball, ...packages)
  await build({
    entryPoints: entries.map(entry => join(import.meta.dirname, entry)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    alias: { 'lossless-json': fileURLToPath(import.meta.resolve('lossless-json')) }, // not installed there
    format: 'esm',
    target: 'es2022',
  })
  const { live, close } = await startServices()
  try {
    return await prove(folder, live)
  } finally {
    await close()
  }
}

const names = Object.keys(runtimes).filter(name => named.length === 0 || named.includes(name))
const proofs: Record<string, Proof> = {}
await twoAtATime(names, async name => {
  proofs[name] = await prove(runtimes[name] as Runtime).catch(error => ({
    version: 'failed',
    results: [{ part: 'client', name: 'it runs', failure: error.stack }],
  }))
})

const ordered = names.map((name): [string, Proof] => [name, proofs[name] as Proof])
console.table(rowsOf(ordered))
console.log(`\n${reasonsOf(ordered)}`)
const failures = failuresOf(ordered)
for (const failure of failures) console.error(`\nFAILED ${failure}`)
if (failures.length > 0) process.exitCode = 1
