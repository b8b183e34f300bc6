// Runs the tests of the React example in four workers against one mock server, again and again: at
// least 40 tests that add, fail, hold and reset, and none may be flaky. It takes some minutes:
// `npm run test:all -- parallel`, or `npm run test:all -- parallel/3` for three runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chromiumPath } from '../browser.ts'
import { freshFolder, pack, run } from '../shell.ts'
import temporary from '../temporary.ts'

/** What Playwright's JSON reporter says in the end. */
interface Stats {
  expected: number
  unexpected: number
  flaky: number
  skipped: number
  duration: number
}

const LEAST_TESTS = 40
const runs = Number(process.argv[2] ?? 10)
process.env.CHROMIUM_PATH ??= chromiumPath
process.once('exit', temporary())

const folder = await freshFolder()
await cp('examples/react', folder, {
  recursive: true,
  filter: path => !/[\\/](node_modules|dist|test-results)$/.test(path),
})
const install = ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund']
await run(folder, 'npm', ...install, await pack(folder))

const playwright = join('node_modules', '.bin', 'playwright')
// The checks by axe take the longest, and have nothing to do with sessions.
const options = [
  ...['--repeat-each=2', '--retries=0', '--timeout=120000', '--grep-invert=axe'],
  '--reporter=line,json',
]
const specs = ['add-plant', 'waiting', 'problems']

/** Runs the tests once. Resolves to Playwright's exit code. */
async function runTests(): Promise<number> {
  const child = spawn(playwright, ['test', '--workers=4', ...options, ...specs], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: 'result.json' },
  })
  const lines = await text(child.stdout)
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) console.error(lines)
  return child.exitCode ?? 1
}

for (let number = 1; number <= runs; number++) {
  const exitCode = await runTests()
  const report = await readFile(join(folder, 'result.json'), 'utf8')
  const { expected, unexpected, flaky, skipped, duration }: Stats = JSON.parse(report).stats
  console.log(
    `Run ${number}: ${expected} passed, ${unexpected} failed, ${flaky} flaky, ${skipped} skipped, ${Math.round(duration / 1_000)} s`,
  )
  if (exitCode !== 0 || flaky + skipped > 0 || expected < LEAST_TESTS)
    throw new Error(`Run ${number}: each of at least ${LEAST_TESTS} tests must pass`)
}
