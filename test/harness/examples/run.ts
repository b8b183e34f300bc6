// Installs each example with what would be published, compiles it and runs its tests.
// `npm run test:all -- examples`, or `npm run test:all -- examples/react` for one.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { chromiumPath, skipped } from '../browser.ts'
import { freshFolder, pack, run, twoAtATime } from '../shell.ts'
import temporary from '../temporary.ts'

const INSTALL = ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund']

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
process.env.CHROMIUM_PATH ??= chromiumPath

/** Why examples in Python are skipped; with CI=true they fail instead. */
const withoutPython =
  process.env.CI === 'true' || spawnSync('python3', ['--version']).status === 0
    ? undefined
    : 'Skipped: there is no python3'

const all = globSync('examples/*/package.json')
  .map(file => basename(dirname(file)))
  .sort()
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !all.includes(name))
if (unknown.length > 0)
  throw new Error(`There is no example ${unknown.join(', ')}: there are ${all.join(', ')}`)

process.once('exit', temporary())
const tarball = await pack(await freshFolder())

/** Runs an example. Resolves to the seconds that each step took. */
async function runExample(name: string): Promise<Record<string, string>> {
  const source = join('examples', name)
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(source, 'package.json'), 'utf8'),
  )
  if (dependencies['plant-store-client'] !== `^${version}`)
    throw new Error(`package.json asks for another plant-store-client than ^${version}`)
  if ('@playwright/test' in devDependencies && skipped) return { result: skipped }
  if (globSync(join(source, '*.py')).length > 0 && withoutPython) return { result: withoutPython }

  const folder = await freshFolder()
  await cp(source, folder, {
    recursive: true,
    filter: path => !/[\\/](node_modules|dist|test-results)$/.test(path),
  })
  const seconds = async (...command: [string, ...string[]]) => {
    const start = Date.now()
    await run(folder, ...command)
    return ((Date.now() - start) / 1_000).toFixed(1)
  }
  return {
    install: await seconds('npm', ...INSTALL, tarball),
    types: await seconds('npm', 'run', 'typecheck'),
    test: await seconds('npm', 'test'),
    result: 'passes',
  }
}

const rows: Record<string, Record<string, string>> = {}
await twoAtATime(asked.length > 0 ? asked : all, async name => {
  try {
    rows[name] = await runExample(name)
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & Record<string, string>
    console.error(`The example ${name}: ${stdout || stderr ? stdout + stderr : message}`)
    rows[name] = { result: 'FAILED' }
    process.exitCode = 1
  }
})
console.table(rows, ['install', 'types', 'test', 'result'])
