// Runs the client's tests on Node 20: bundled, over node:test. `npm run test:all -- node20`
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const all = globSync('test/client/*.test.ts')
/** What vitest.ts lacks, jsdom, which needs a newer Node, and files beside the test. */
const NEEDS_MORE =
  /useFakeTimers|vi\.(mock|doMock|hoisted|fn)\b|toHaveBeenCalled|expectTypeOf|createFetchMock|JSDOM|import\.meta/
const leftOut = all.filter(file => NEEDS_MORE.test(readFileSync(file, 'utf8')))
const testFiles = all.filter(file => !leftOut.includes(file))
console.log(
  `Left out, as they need more than Node 20 has here: ${leftOut.map(file => basename(file)).join(', ')}`,
)
// Within the package, so that the tests find it by its name.
const outdir = mkdtempSync(join('test', '.on-node-20-'))
try {
  // Vitest itself no longer runs on Node 20, and nothing else needs its matchers from elsewhere.
  const install = ['install', '--prefix', outdir, '--no-save', '--no-package-lock', '--silent']
  spawnSync('npm', [...install, 'expect@30.5.2'], { stdio: 'inherit' })
  const { metafile } = await build({
    entryPoints: testFiles,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: { vitest: join(import.meta.dirname, 'vitest.ts') },
    metafile: true,
  })
  const files = Object.keys(metafile.outputs)
  const node20 = ['exec', '--yes', '--package=node@20', '--', 'node']
  const run = (...args: string[]) =>
    spawnSync('npm', [...node20, ...args], { stdio: 'inherit' }).status ?? 1
  console.log(`${files.length} test files of the client, on this Node:`)
  process.exitCode =
    run(
      '-e',
      'if (!/^v20/.test(process.version)) throw process.version; console.log(process.version)',
    ) || run('--test', '--test-reporter=dot', ...files)
  console.log(process.exitCode ? 'FAILED' : `All ${files.length} files pass.`)
} finally {
  rmSync(outdir, { recursive: true })
}
