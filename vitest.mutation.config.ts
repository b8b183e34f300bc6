import { join } from 'node:path'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Left out of mutation testing. Most start processes, which run the built package and not the mutants.
 * The empty chunks, ten million, and the trials take long for each mutant. The trials are random, too:
 * a mutant would live or die by chance.
 */
const EXCLUDED = [
  'test/client/empty-chunks.test.ts',
  'test/client/leaks.test.ts',
  'test/client/newer-built-ins.test.ts',
  'test/client/promise/long-base-url.test.ts',
  'test/client/promise/pollution.test.ts',
  'test/client/promise/signals-in-a-process.test.ts',
  'test/client/promise/time-outs-end.test.ts',
  'test/client/trials/**',
]

/** Those that wait for time-outs and sockets. Most mutants are killed by the others, which go first. */
const SLOW = [
  'test/client/deadline.test.ts',
  'test/client/int64.test.ts',
  'test/client/promise/middleware-that-sends.test.ts',
  'test/client/promise/response-doubles.test.ts',
  'test/client/promise/unread-bodies.test.ts',
  'test/client/promise/patched-realm.test.ts',
  'test/client/promise/other-fetches.test.ts',
  'test/client/promise/middleware-that-replaces.test.ts',
]

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      SLOW.findIndex(name => moduleId.endsWith(name))
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Runs the tests of the client on its source, so that Stryker's mutants need no build. */
const config: ViteUserConfig = defineConfig({
  resolve: {
    alias: [
      {
        find: /^plant-store-client$/,
        replacement: join(import.meta.dirname, 'src/index.ts'),
      },
    ],
  },
  test: {
    include: ['test/client/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...EXCLUDED],
    globalSetup: 'test/support/temporary.ts',
    isolate: false, // or each mutant waits for a worker for each file
    sequence: { sequencer: QuickestFirst },
    testTimeout: 10_000, // a mutant that hangs is killed by it
  },
})
export default config
