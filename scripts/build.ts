/**
 * Type-checks the sources and bundles them into `dist/`, unless `dist/` is up to date. The scripts of
 * `package.json` begin with it.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { hashSources, isBuilt, STAMP } from './sources.ts'

/** Only the client exports `NewPlant`. It is an alias, so other types work without its name. */
const EXPECTED = /no public re-export: NewPlant\. /

if (!isBuilt()) await build()

async function build(): Promise<void> {
  const hash = hashSources() // an edit during the build makes it out of date
  rmSync('dist', { recursive: true, force: true })
  const codes = await Promise.all([
    run('typescript/bin/tsc', '--project', 'tsconfig.build.json'),
    run('tsup/dist/cli-default.js', '--silent'),
  ])
  if (codes.some(code => code !== 0)) process.exit(1)
  for (const file of globSync('dist/**/*.d.ts')) writeCommonJsTypes(file)
  writeFileSync(STAMP, hash)
}

function run(program: string, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [`node_modules/${program}`, ...args], {
    stdio: ['inherit', 'inherit', 'pipe'],
  })
  createInterface(child.stderr).on('line', line => {
    if (!EXPECTED.test(line)) console.error(line)
  })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

/** The types of a CommonJS file differ from its ES module's only in the imports. */
function writeCommonJsTypes(file: string): void {
  const types = readFileSync(file, 'utf8').replace(
    /\b((?:from|import)[ (]'\.[^']*)\.js'/g,
    "$1.cjs'",
  )
  writeFileSync(file.replace(/\.ts$/, '.cts'), types)
}
