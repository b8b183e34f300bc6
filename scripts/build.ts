/**
 * Type-checks the sources and bundles them into `dist/`, unless `dist/` is up to date. Fails if `generated/` is
 * out of date. The scripts of `package.json` begin with it. With `--check` it does not build, and fails if
 * `dist/` is out of date: npm runs that before each pack, because the tests pack in parallel.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'

/** Everything that the build depends on. */
const SOURCES = [
  '{src,mock,generated}/**',
  'scripts/{build,console-page,without-docblocks}.ts',
  '{openapi.yaml,package.json,package-lock.json,tsconfig.json,tsup.config.ts}',
]

/** The build writes the hash of its sources here when it is complete. */
const STAMP = 'dist/sources.sha256'

/** Only the client exports `NewPlant`. It is an alias, so other types work without its name. */
const EXPECTED = /no public re-export: NewPlant\. /

const hash = hashSources() // an edit during the build makes it out of date
const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
if (!process.argv.includes('--check')) {
  if (!isBuilt) await build()
} else if (!isBuilt) {
  console.error('dist is missing or out of date: run npm run build')
  process.exitCode = 1
}

/** Of the names and the contents of all sources. */
function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES).sort())
    if (statSync(file).isFile()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function build(): Promise<void> {
  rmSync('dist', { recursive: true, force: true })
  const codes = await Promise.all([
    run('scripts/generate.ts', '--check'),
    run('node_modules/typescript/bin/tsc', '--project', 'src'),
    run('node_modules/typescript/bin/tsc', '--project', 'mock'),
    run('node_modules/tsup/dist/cli-default.js', '--silent'),
  ])
  if (codes.some(code => code !== 0)) process.exit(1)
  shareTypes()
  writeFileSync(STAMP, hash)
}

function run(program: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['inherit', 'inherit', 'pipe'],
  })
  createInterface(child.stderr).on('line', line => {
    if (!EXPECTED.test(line)) console.error(line)
  })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

/**
 * Types are published once, as those of CommonJS, which an ES module can refer to but not the other way round.
 * The handlers alone have a second copy: a class of msw is another type in each of its two formats.
 */
function shareTypes(): void {
  for (const entry of ['index', 'mock/index', 'mock/server'])
    writeFileSync(`dist/${entry}.d.ts`, `export * from './${basename(entry)}.cjs'\n`)
  copyFileSync('dist/mock/msw.d.cts', 'dist/mock/msw.d.ts')
}
