import { join } from 'node:path'
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

/**
 * Left out of mutation testing. Most start processes, which run the built package and not the mutants.
 * The trials take long for each mutant, and are random: a mutant would live or die by chance.
 */
const EXCLUDED = [
  'test/client/leaks.test.ts',
  'test/client/promise/long-base-url.test.ts',
  'test/client/promise/pollution.test.ts',
  'test/client/promise/signals-in-a-process.test.ts',
  'test/client/promise/time-outs-end.test.ts',
  'test/client/trials/**',
]

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
    globalSetup: 'test/temporary.ts',
    testTimeout: 10_000, // a mutant that hangs is killed by it
  },
})
export default config
