import { configDefaults, defineConfig, type ViteUserConfigFnObject } from 'vitest/config'

/** Tests that send signals or need a POSIX shell. */
const POSIX = [
  'test/cli/keys.test.ts',
  'test/cli/log.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/start-message.test.ts',
  'test/control/no-control.test.ts',
  'test/package/newcomer.long.test.ts',
  'test/package/packed.test.ts',
  'test/package/readme.long.test.ts',
]
const skipped = process.platform === 'win32' ? POSIX : []
if (skipped.length > 0)
  console.warn(`Skipped: Windows has no signals and no POSIX shell for ${skipped.join(', ')}`)

// So that the time of day is not GMT by chance.
process.env.TZ = 'Asia/Tokyo'

/** What takes longest: `vitest run NAME --mode long`. */
const LONG = 'test/**/*.long.test.ts'

const config: ViteUserConfigFnObject = defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    // The fixtures are copied, and run by the harness.
    exclude: [
      ...configDefaults.exclude,
      'test/fixtures/**',
      ...skipped,
      ...(mode === 'long' ? [] : [LONG]),
    ],
    globalSetup: 'test/harness/temporary.ts',
    isolate: false, // or each file waits for a worker of its own
    maxWorkers: '100%', // Vitest itself would use one of two cores
    testTimeout: mode === 'long' ? 900_000 : 30_000,
  },
}))
export default config
