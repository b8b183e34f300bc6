// Runs the client's tests on Node 20, by a Vitest that still runs there. `npm run test:all -- node20`
import { spawnSync } from 'node:child_process'
import { cp, symlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { freshFolder, run } from '../shell.ts'
import temporary from '../temporary.ts'

process.once('exit', temporary())

/**
 * jsdom needs a newer Node, cross-fetch on Node 20 never ends a body that is cut short, and one reads the sources, which
 * the package does not have.
 */
const LEFT_OUT = [
  'realm.test.ts',
  'react-native.test.ts',
  'other-fetches.test.ts',
  'sources.test.ts',
]

// A copy of the package, in which the tests find that Vitest first.
const folder = await freshFolder()
const filter = (path: string) => !LEFT_OUT.includes(basename(path))
for (const part of ['package.json', 'test/client', 'test/harness/listen.ts'])
  await cp(part, join(folder, part), { recursive: true, filter })
for (const part of ['dist', 'generated', 'node_modules'])
  await symlink(resolve(part), join(folder, part), 'junction')
const install = ['install', '--no-save', '--silent', '--no-audit', '--no-fund', '--prefix', 'test']
await run(folder, 'npm', ...install, 'vitest@3.2.7')

const node20 = ['exec', '--yes', '--package=node@20', '--', 'node']
const vitest = ['test/node_modules/vitest/vitest.mjs', 'run', '--dir=test/client']
console.log(`Left out: ${LEFT_OUT.join(', ')}`)
const { status } = spawnSync(
  'npm',
  [...node20, ...vitest, '--testTimeout=30000', '--reporter=dot'],
  {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, TZ: 'Asia/Tokyo' }, // as in vitest.config.ts
  },
)
process.exitCode = status ?? 1
