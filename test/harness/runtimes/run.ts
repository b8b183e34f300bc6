// Tests the packed tarball on every supported runtime, or on the named ones.
// `npm run test:all -- runtimes/bun runtimes/deno`
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { freshFolder, pack, run, twoAtATime } from '../shell.ts'
import temporary from '../temporary.ts'
import type { Proof, Result, Runtime } from './result.ts'
import { runtimes } from './runtimes.ts'
import { startServices } from './services.ts'

const PARTS = ['store.fetch', 'socket', 'app', 'msw', 'client', 'bin']

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

/** How many of the checks that the runtime can pass have passed. */
function cell(results: Result[]): string {
  const can = results.filter(({ cannot }) => cannot === undefined)
  if (can.length === 0) return 'n/a'
  const passed = can.filter(({ failure }) => failure === undefined)
  const rest = results.length - can.length
  return `${passed.length}/${can.length}${rest > 0 ? ` (${rest} n/a)` : ''}`
}

const rows: Record<string, object> = {}
/** The runtimes of each reason for "n/a". */
const reasons: Record<string, Set<string>> = {}
for (const runtime of names) {
  const { version, results } = proofs[runtime] as Proof
  const cells = PARTS.map(part => [part, cell(results.filter(each => each.part === part))])
  rows[runtime] = { version, ...Object.fromEntries(cells) }
  for (const { part, name, cannot, failure } of results) {
    const line = `${part}${part === 'client' ? `, ${name}` : ''}: ${cannot}`
    if (cannot !== undefined) reasons[line] = (reasons[line] ?? new Set()).add(runtime)
    if (failure === undefined) continue
    console.error(`\nFAILED ${runtime}, ${part}, ${name}\n  ${failure}`)
    process.exitCode = 1
  }
}
console.table(rows)
for (const [line, those] of Object.entries(reasons))
  console.log(`n/a on ${[...those].join(', ')}: ${line}`)
