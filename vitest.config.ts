import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  configDefaults,
  defineConfig,
  type ViteUserConfig,
  type ViteUserConfigFnObject,
} from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { FOR_MUTANTS, POSIX } from './test/suites.ts'

// So that the time of day is not GMT by chance.
process.env.TZ = 'Asia/Tokyo'

const skipped = process.platform === 'win32' ? POSIX : []
if (skipped.length > 0)
  console.warn(`Skipped: Windows has no signals and no POSIX shell for ${skipped.join(', ')}`)

const tests: ViteUserConfig['test'] = {
  include: ['test/**/*.test.ts'],
  // The fixtures are copied, and run by npm run test:all.
  exclude: [...configDefaults.exclude, 'test/fixtures/**', ...skipped],
  globalSetup: 'test/harness/temporary.ts',
  isolate: false, // or each file, and each mutant, waits for a worker of its own
  // Many tests wait. A number, since Vitest takes a percentage as 100 % at most.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000 } }, // not a second: machines may be busy
}

/** What takes longest: `npm run test:all`. */
const LONG = 'test/**/*.long.test.ts'
const testsWithoutLong = { ...tests, exclude: [...(tests.exclude ?? []), LONG] }

class SlowLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      FOR_MUTANTS.slow.findIndex(name => moduleId.endsWith(name))
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** On the sources, so that a mutant needs no build. */
const testsForMutants: ViteUserConfig = {
  resolve: {
    alias: [
      { find: /^plant-store-client$/, replacement: join(import.meta.dirname, 'src/index.ts') },
      { find: /^plant-store-client\/(.*)$/, replacement: join(import.meta.dirname, '$1') },
    ],
  },
  test: {
    ...tests,
    include: [...FOR_MUTANTS.include],
    exclude: [...configDefaults.exclude, ...FOR_MUTANTS.exclude],
    sequence: { sequencer: SlowLast },
  },
}

/** Stryker's workers have a number. */
const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  if (process.env.STRYKER_MUTATOR_WORKER) return testsForMutants
  return { test: mode === 'long' ? tests : testsWithoutLong }
})
export default config
